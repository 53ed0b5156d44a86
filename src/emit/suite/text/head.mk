# Builds and runs the unit tests of this folder; @MADE_BY@. `make @FIRST@` runs one suite; with BUGS=1 the
# program is built with sanitizers and the tests of bugs run too, which fail as long as the program errs.

# Where there is no cc or c++, clang compiles, under the names that Debian gives it.
ifeq ($(origin CC),default)
CC := $(firstword $(foreach name,cc clang clang-19,$(if $(shell command -v $(name) 2>/dev/null),$(name))) cc)
endif
ifeq ($(origin CXX),default)
CXX := $(firstword $(foreach name,c++ clang++ clang++-19,$(if $(shell command -v $(name) 2>/dev/null),$(name))) c++)
endif
OBJCOPY ?= objcopy
LD ?= ld
@NM@# A folder with Unity's unity.c and unity.h.
UNITY ?= unity

FLAGS = -g -O0 -fno-builtin -I.@FLAGS@
# Without it clang leaves out static functions that nobody but a test calls.
KEEP := $(if $(findstring clang,$(shell $(CC) --version 2>/dev/null)),-femit-all-decls)
# Numbers that are too large wrap around, as they did when the tests were made; compilers may do otherwise.
WRAP = -fwrapv
# New memory holds these bytes, and not by chance zeros: so tests notice code that no longer sets what it allocates.
export MALLOC_PERTURB_ ?= 165
INCLUDES =@INCLUDES@
LIBS =@LIBRARIES@ -lm
WARNINGS = -Wall -Wextra
BUILD = build
ifdef BUGS
BUILD = build-bugs
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=all
FLAGS += $(SANITIZERS)
# The sanitizer is to see them.
WRAP =
SUITE_FLAGS = -DSYMIR_BUGS $(SANITIZERS)
# Who asks for more memory than there is gets a null pointer, as without sanitizers.
export ASAN_OPTIONS := allocator_may_return_null=1$(if $(ASAN_OPTIONS),:$(ASAN_OPTIONS))
endif

.PHONY: all clean @ALL@
all: @ALL@

