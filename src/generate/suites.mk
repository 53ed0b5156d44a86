# Builds and runs the suites of all files; written by symir gen. `make NAME` runs the suites of one file; with BUGS=1 the
# tests of bugs run too, which fail as long as the program errs.

SUITES = @SUITES@

.PHONY: all clean $(SUITES)
all: $(SUITES)

$(SUITES):
	$(MAKE) -C $@

clean:
	for suite in $(SUITES); do $(MAKE) -C $$suite clean; done
