# What is defined nowhere says so when it is called.
	@{ printf '#include <stdio.h>\n#include <stdlib.h>\n'; \
		LC_ALL=C $(CC) $(SANITIZERS) @OBJECT@linked.o $(LIBS) -o @OBJECT@trial 2>&1 | \
		sed -n -e "s/.*undefined reference to .\([A-Za-z_0-9]*\).*/\1/p" -e 's/.*undefined symbol: //p' | sort -u |@EXCEPT@ \
		sed 's/.*/void &(void); void &(void) { fputs("& is defined nowhere\\n", stderr); abort(); }/'; } > @OBJECT@stubs.c
	@$(CC) -w -fno-builtin -c @OBJECT@stubs.c -o @OBJECT@stubs.o
	@$(LD) -r -o @OBJECT@whole.o @OBJECT@linked.o @OBJECT@stubs.o
