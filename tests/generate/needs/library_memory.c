/* What the C library keeps for itself is nothing that these functions have lost; what they get from it, is. */
#include <dirent.h>
#include <fcntl.h>
#include <glob.h>
#include <libintl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int read_beside(int wide) {
    FILE *file = fopen("./settings", wide ? "rb" : "r");
    if (file == NULL)
        return -1;
    int first = fgetc(file);
    fclose(file);
    return first;
}

int write_long(int again) {
    char line[100];
    memset(line, 'x', sizeof line);
    FILE *file = fopen("long", "w");
    if (file == NULL)
        return -1;
    for (int i = 0; i < (again ? 4 : 2); i++)
        fwrite(line, 1, sizeof line, file);
    fclose(file);
    return remove("./long");
}

int move_about(int deep) {
    if (mkdir("made/", 0700) < 0 || chdir("made") < 0)
        return -1;
    if (deep && chdir("..") < 0)
        return -2;
    char *here = getcwd(NULL, 0), *there = realpath(".", NULL), fixed[PATH_MAX];
    int result = here != NULL && there != NULL && realpath("..", fixed) != NULL;
    free(here);
    free(there);
    return result;
}

int count_sources(int marks) {
    glob_t found;
    int result = glob("./*.c", marks ? GLOB_MARK | GLOB_NOCHECK : GLOB_NOCHECK, NULL, &found);
    if (result != 0)
        return -1;
    int n = (int)found.gl_pathc;
    globfree(&found);
    return n;
}

int set_twice(int more) {
    if (setenv("SPEED", "slow", 1) < 0 || setenv("SPEED", "fast", 1) < 0)
        return -1;
    if (more && setenv("COLOUR", "blue", 1) < 0)
        return -2;
    unsetenv("SPEED");
    return 0;
}

int say(int twice) {
    textdomain("program");
    if (twice)
        textdomain("another");
    bindtextdomain("program", "/usr/share/locale");
    bindtextdomain("program", "./locale");
    return gettext("yes")[0];
}

int in_memory(int own) {
    char text[8] = "";
    FILE *file = fmemopen(own ? NULL : text, 8, "w+");
    if (file == NULL)
        return -1;
    fputs("six", file);
    fclose(file);
    return text[0];
}

int list_folder(int hidden) {
    DIR *folder = opendir("./");
    int n = 0;
    if (folder == NULL)
        return -1;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        n += hidden || entry->d_name[0] != '.';
    closedir(folder);
    return n;
}

int lose_name(int here) {
    return realpath(here ? "." : "/", NULL) != NULL;
}

int lose_matches(int sorted) {
    glob_t found;
    return glob("/", sorted ? 0 : GLOB_NOSORT, NULL, &found);
}
