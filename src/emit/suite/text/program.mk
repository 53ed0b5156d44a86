# The program as one object: its main is driver_main; what the tests use is visible, all else is local. make does not print the
# steps that put objects together; `make -n` prints all steps.
.PHONY: $(BUILD)/program.o
$(BUILD)/program.o:
	@mkdir -p $(BUILD)
