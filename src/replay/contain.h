/* What the parts of the launcher share. */
#ifndef CONTAIN_H
#define CONTAIN_H

#include "confine.h"
#include <stdint.h>

/* What the launcher was asked to contain. */
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

/* Where the folders of the tests, of the program, and of shared libraries are in a file system of its own. */
#define OWN_BOX "/tmp"
#define OWN_WORKSHOP "/program"
#define OWN_LIBRARIES "/libraries"

/* Makes a file system with only the files that a program needs to run, read-only except for the folder of the
   tests, and goes there. Returns false if the kernel refuses; the process cannot be used then. */
bool enter_own_files(const struct wish *wish);

/* Lets the process read only what a program needs to run and change only the folder of the tests, as far as
   the kernel's version of Landlock goes. Returns which of FILES, SIGNALS and TRUNCATION are in force. */
unsigned restrict_files(const struct wish *wish, bool has_own_files);

/* Files and folders that the C library and the dynamic linker read, and device files that store nothing. */
extern const char *const SYSTEM_FOLDERS[], *const SYSTEM_FILES[], *const DEVICES[];

#endif
