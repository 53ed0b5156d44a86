@NAME@: $(BUILD)/program.o
	@COMPILER@ -g $(SUITE_FLAGS) $(INCLUDES) @FILE@ $(BUILD)/program.o@HARNESSES@@LIBRARIES@ $(LIBS) -o $(BUILD)/test_@NAME@
	$(BUILD)/test_@NAME@

