/* The same steps with the functions of the library and with their models: this
 * file is included once for each, with STEPS and CALL defined. Everything that
 * the functions say is noted. */

#define NOTE(...) n_noted += (size_t)snprintf(log + n_noted, LOG_ROOM - n_noted, __VA_ARGS__)
#define NOTE_ERRNO() NOTE(" errno %d\n", *CALL(__errno_location)())

static int VARIADIC_NAME(CALL(list))(FILE *file, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    int length = CALL(vfprintf)(file, format, arguments);
    va_end(arguments);
    return length;
}

static void STEPS(char *log) {
    size_t n_noted = 0, room = 0;
    char text[64], *line = NULL;
    long n;
    int c, a, b, descriptor;
    float x;

    /* There is nothing yet. */
    FILE *file = CALL(fopen)("first", "r");
    NOTE("%d", file == NULL);
    NOTE_ERRNO();
    NOTE("%d %d", CALL(remove)("first"), CALL(access)("first", 0));
    NOTE_ERRNO();
    NOTE("%d", CALL(fopen)("first", "q") == NULL);
    NOTE_ERRNO();

    /* Writing. */
    file = CALL(fopen)("first", "w");
    NOTE("%d %d %d\n", CALL(fputs)("one\n", file) >= 0, CALL(fputc)('x', file), CALL(putc)('y', file));
    NOTE("%zu %d %ld\n", CALL(fwrite)("12345", 2, 2, file), CALL(fprintf)(file, "\n%d %s %.3f\n", 7, "z", 1.5),
         CALL(ftell)(file));
    NOTE("%d\n", VARIADIC_NAME(CALL(list))(file, "%s\n", "from a list"));
    for (int i = 0; i < 300; i++)
        CALL(fprintf)(file, "%03d,", i);
    c = CALL(fgetc)(file);
    NOTE("%d %d %d", c, CALL(ferror)(file) != 0, CALL(feof)(file) != 0);
    NOTE_ERRNO();
    NOTE("%d\n", CALL(fclose)(file));
    file = CALL(fopen)("first", "wx");
    NOTE("%d", file == NULL);
    NOTE_ERRNO();

    /* Reading. */
    file = CALL(fopen)("first", "r");
    NOTE("%s", CALL(fgets)(text, sizeof text, file));
    NOTE("%s|\n", CALL(fgets)(text, 4, file));
    NOTE("%d %d %d\n", CALL(getc)(file), CALL(fgetc)(file), CALL(ungetc)('!', file));
    NOTE("%ld %d %d\n", CALL(ftell)(file), CALL(fgetc)(file), CALL(fgetc)(file));
    NOTE("%d", CALL(fscanf)(file, "%d %c %f", &a, &text[0], &x));
    NOTE(" %d %c %f\n", a, text[0], x);
    n = CALL(getline)(&line, &room, file);
    NOTE("%ld [%s] %zu\n", n, line, room);
    n = CALL(getline)(&line, &room, file);
    NOTE("%ld [%s] %zu\n", n, line, room);
    n = CALL(getdelim)(&line, &room, ',', file);
    NOTE("%ld [%s]\n", n, line);
    NOTE("%zu %d\n", CALL(fread)(text, 3, 5, file), CALL(feof)(file) != 0);
    n = CALL(getline)(&line, &room, file);
    NOTE("%ld %d\n", n, CALL(feof)(file) != 0);
    n = CALL(getline)(&line, &room, file);
    NOTE("%ld %d %d %d\n", n, CALL(feof)(file) != 0, CALL(ferror)(file) != 0, CALL(fgetc)(file));
    NOTE("%d %d %ld\n", CALL(fseek)(file, 4, SEEK_SET), CALL(feof)(file) != 0, CALL(ftell)(file));
    NOTE("%d %d\n", CALL(fseek)(file, -3, SEEK_END), CALL(fgetc)(file));
    NOTE("%d %d\n", CALL(fseek)(file, -2, SEEK_CUR), CALL(fgetc)(file));
    NOTE("%d", CALL(fseek)(file, -5000, SEEK_CUR));
    NOTE_ERRNO();
    CALL(rewind)(file);
    NOTE("%ld %d\n", CALL(ftell)(file), CALL(fgetc)(file));
    NOTE("%d %d", CALL(fputc)('x', file), CALL(ferror)(file) != 0);
    NOTE_ERRNO();
    CALL(clearerr)(file);
    NOTE("%d %d\n", CALL(ferror)(file) != 0, CALL(fclose)(file));

    /* Both. */
    file = CALL(fopen)("first", "r+");
    CALL(fputs)("ONE", file);
    CALL(fflush)(file);
    CALL(fseek)(file, 0, SEEK_CUR);
    NOTE("%d %d\n", CALL(fgetc)(file), CALL(fgetc)(file));
    CALL(fclose)(file);
    file = CALL(fopen)("first", "a+");
    CALL(fputs)("end", file);
    NOTE("%ld\n", CALL(ftell)(file));
    CALL(rewind)(file);
    NOTE("%s", CALL(fgets)(text, sizeof text, file));
    CALL(fseek)(file, 0, SEEK_END);
    NOTE("%ld %d\n", CALL(ftell)(file), CALL(fclose)(file));
    file = CALL(fopen)("second", "w+b");
    CALL(fseek)(file, 5, SEEK_SET);
    CALL(fputc)('z', file);
    CALL(rewind)(file);
    NOTE("%zu", CALL(fread)(text, 1, sizeof text, file));
    NOTE(" %d %d %d\n", text[0], text[4], text[5]);
    CALL(fclose)(file);
    NOTE("%d %d %d", CALL(rename)("second", "third"), CALL(access)("second", 0), CALL(access)("third", 0));
    NOTE_ERRNO();

    /* By descriptor. */
    descriptor = CALL(open)("third", O_RDWR | O_CREAT, 0644);
    NOTE("%ld %ld\n", CALL(read)(descriptor, text, 3), CALL(write)(descriptor, "ab", 2));
    NOTE("%ld %ld\n", CALL(lseek)(descriptor, -1, SEEK_END), CALL(read)(descriptor, text, 30));
    NOTE("%d %d\n", text[0], CALL(isatty)(descriptor));
    file = CALL(fdopen)(descriptor, "r+");
    NOTE("%d %ld\n", CALL(fileno)(file) == descriptor, CALL(lseek)(descriptor, 1, SEEK_SET));
    NOTE("%d %d", CALL(fclose)(file), CALL(close)(descriptor));
    NOTE_ERRNO();
    NOTE("%d", CALL(open)("fourth", O_RDONLY));
    NOTE_ERRNO();
    NOTE("%d", CALL(open)("third", O_RDWR | O_CREAT | O_EXCL, 0644));
    NOTE_ERRNO();
    descriptor = CALL(creat)("fourth", 0600);
    NOTE("%d %d\n", CALL(dprintf)(descriptor, "%d-%s", 12, "x"), CALL(close)(descriptor));
    NOTE("%d %d", CALL(unlink)("third"), CALL(unlink)("third"));
    NOTE_ERRNO();

    /* Without a name, and in memory. */
    file = CALL(tmpfile)();
    CALL(fputs)("8 9", file);
    CALL(rewind)(file);
    NOTE("%d", CALL(fscanf)(file, "%d%d%d", &a, &b, &c));
    NOTE(" %d %d %d\n", a, b, CALL(feof)(file) != 0);
    CALL(fclose)(file);
    char memory[] = "in memory";
    file = CALL(fmemopen)(memory, strlen(memory), "r");
    NOTE("%s|%d\n", CALL(fgets)(text, sizeof text, file), CALL(fgetc)(file));
    CALL(fclose)(file);
    file = CALL(fmemopen)(memory, sizeof memory, "w");
    CALL(fprintf)(file, "%d", 42);
    CALL(fclose)(file);
    NOTE("%s\n", memory);
    file = CALL(open_memstream)(&line, &room);
    CALL(fprintf)(file, "%s %d", "stream", 5);
    CALL(fflush)(file);
    NOTE("%s %zu\n", line, room);
    for (int i = 0; i < 100; i++)
        CALL(fputs)("more ", file);
    CALL(fclose)(file);
    NOTE("%.20s %zu\n", line, room);
    file = CALL(fopen)("fifth", "w");
    CALL(fputs)("left open", file);
    file = CALL(freopen)("fourth", "r", file);
    NOTE("%s\n", CALL(fgets)(text, sizeof text, file));
    NOTE("%d\n", CALL(getc_unlocked)(file));
    CALL(fclose)(file);
    NOTE("%d %s\n", CALL(access)("fifth", 0), CALL(fgets)(text, 2, CALL(fopen)("fifth", "r")));
}

#undef NOTE
#undef NOTE_ERRNO
