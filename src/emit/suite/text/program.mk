# The program as one object: its main is driver_main; what the tests use is visible, all else is local.
.PHONY: $(BUILD)/program.o
$(BUILD)/program.o:
	mkdir -p $(BUILD)
