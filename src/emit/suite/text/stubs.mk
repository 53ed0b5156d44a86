# What is defined nowhere says so when it is called.
	{ printf '#include <stdio.h>\n#include <stdlib.h>\n'; \
		LC_ALL=C $(CC) $(SANITIZERS) $(BUILD)/linked.o $(LIBS) -o $(BUILD)/trial 2>&1 | \
		sed -n -e "s/.*undefined reference to .\([A-Za-z_0-9]*\).*/\1/p" -e 's/.*undefined symbol: //p' | sort -u |@EXCEPT@ \
		sed 's/.*/void &(void); void &(void) { fputs("& is defined nowhere\\n", stderr); abort(); }/'; } > $(BUILD)/stubs.c
	$(CC) -w -fno-builtin -c $(BUILD)/stubs.c -o $(BUILD)/stubs.o
	$(LD) -r -o $(BUILD)/whole.o $(BUILD)/linked.o $(BUILD)/stubs.o
