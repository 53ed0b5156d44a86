    static const unsigned long long scripted[] = {
        @NUMBERS@,
    };

    script = scripted;
    script_length = @COUNT@;
