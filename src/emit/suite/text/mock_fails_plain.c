    fprintf(stderr, "%s\n", mock_message);
    exit(1);
