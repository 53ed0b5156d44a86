/* What the parts of the launcher share. */
#ifndef CONTAIN_H
#define CONTAIN_H

#include "confine.h"
#include <stdint.h>

/* What to contain, as the launcher was asked. */
struct wish {
    /* The folder of the tests, and the one of the program. */
    const char *box, *workshop;
    /* The name of the program in its folder. */
    const char *program;
    /* Shared libraries beside those of the system, by absolute paths. */
    char **libraries;
    int n_libraries;
    unsigned wanted;
};

/* Where a file system of its own has the folder of the tests, that of the program, and shared libraries. */
#define OWN_BOX "/tmp"
#define OWN_WORKSHOP "/program"
#define OWN_LIBRARIES "/libraries"

/* Makes a file system that consists of what a program needs to run, read-only but for the folder of the tests, and goes
   there. False if the kernel refuses; the process is of no use then. */
bool enter_own_files(const struct wish *wish);

/* Lets the process read only what a program needs to run and change only the folder of the tests, as far as the
   kernel's version of Landlock goes. Gives what is in force of FILES, SIGNALS and TRUNCATION. */
unsigned restrict_files(const struct wish *wish, bool has_own_files);

/* Files and folders that the C library and the dynamic linker read, and files of devices that keep nothing. */
extern const char *const SYSTEM_FOLDERS[], *const SYSTEM_FILES[], *const DEVICES[];

#endif
