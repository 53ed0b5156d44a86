/* The process in which tests run, and the runtime that their driver is linked with. The launcher has
   contained it before it began, see launcher.c. It reads requests and answers them, until there are no more.
   For each request it forks a process, which gives up the rights that only the first one needs. So no test
   leaves anything for the next one, and loading is done once. replay/wire.rs has the other end; numbers are
   words of 8 bytes, and a text is its length and its bytes.

   A request: its length, the number of the run (if it is not 0, clocks, random numbers and unwritten memory
   differ), the time limit in nanoseconds, whether sources give recorded results and these (source, bits), the
   arguments of the program, the files (name and contents), the inputs (name and contents), the addresses of
   functions in them (input, offset, name), the objects that pointers among them point to (contents) and these
   pointers (from, at, object, offset), each list with its length before it, and what to read after each call:
   a list of calls, each with whether its objects are looked for before it, a list of roots (kind, index,
   object, offset), a list of objects (whether it is a stream, size, and a list of pointers: at, object,
   offset), and a list with the same for each call of a mock that it makes.

   An answer: its length and what `answer` writes. The first answer, before any request, is that of
   `greet`. */

#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STDERR_SHOWN = 65536, POLL_MS = 20 };
#define SHARED_SIZE (64UL << 20)
#define DISK_LIMIT (64UL << 20)
#define SECOND 1000000000UL
/* The limit for our own work: preparing a process, reading results, tidying up. */
#define OUR_LIMIT (10 * SECOND)

struct shared *shared;
struct request request;
/* Constructors count before the memory is shared. */
uint64_t *symir_counters = symir_early_counters;
static unsigned containment;
/* The private writable memory of this process before any test, in bytes; 0 if it cannot be known. */
static uint64_t own_memory;
/* The log and its room. Kept here, because tests may write to all of the shared memory. */
static unsigned char *shared_log;
static uint64_t shared_room;
/* Whether this program runs only the one test that it carries; replay/build.rs makes such programs. */
static bool is_alone;
extern const unsigned char symir_request[] __attribute__((weak));
extern const uint64_t symir_request_length __attribute__((weak));

uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* --- Messages --- */

static unsigned char *message;
static uint64_t message_length, message_at;

static uint64_t get(void) {
    uint64_t word = 0;
    if (message_length - message_at < 8)
        _exit(3);
    memcpy(&word, message + message_at, 8);
    message_at += 8;
    return word;
}

static struct text get_text(void) {
    struct text text = {.length = get()};
    if (message_length - message_at < text.length)
        _exit(3);
    text.bytes = message + message_at;
    message_at += text.length;
    return text;
}

static void *room(uint64_t n, size_t size) {
    void *bytes = calloc(n ? n : 1, size);
    if (!bytes)
        _exit(3);
    return bytes;
}

/* Returns false when there are no more requests. */
static bool read_fully(void *to, uint64_t length) {
    unsigned char *at = to;
    while (length > 0) {
        ssize_t n = read(REQUESTS, at, length);
        if (n <= 0)
            return false;
        at += n;
        length -= (uint64_t)n;
    }
    return true;
}

static void parse_call(struct call *call) {
    call->is_early = get();
    call->n_roots = get();
    call->roots = room(call->n_roots, sizeof *call->roots);
    for (uint64_t r = 0; r < call->n_roots; r++)
        call->roots[r] = (struct root){get(), get(), get(), get()};
    call->n_objects = get();
    call->objects = room(call->n_objects, sizeof *call->objects);
    for (uint64_t o = 0; o < call->n_objects; o++) {
        struct object *object = &call->objects[o];
        object->is_stream = get();
        object->size = get();
        object->n_pointers = get();
        object->pointers = room(object->n_pointers, sizeof *object->pointers);
        for (uint64_t p = 0; p < object->n_pointers; p++)
            object->pointers[p] = (struct pointer){get(), get(), get()};
    }
}

/* Takes the message apart. */
static void parse_request(void) {
    message_at = 0;
    request.run = get();
    request.limit = get();
    request.plays = get();
    request.n_results = get();
    request.results = room(request.n_results, sizeof *request.results);
    for (uint64_t i = 0; i < request.n_results; i++)
        request.results[i] = (struct result){get(), get()};
    request.n_arguments = get();
    request.arguments = room(request.n_arguments, sizeof *request.arguments);
    for (uint64_t i = 0; i < request.n_arguments; i++)
        request.arguments[i] = get_text();
    request.n_files = get();
    request.files = room(request.n_files, sizeof *request.files);
    for (uint64_t i = 0; i < request.n_files; i++)
        request.files[i] = (struct named){get_text(), get_text()};
    request.n_inputs = get();
    request.inputs = room(request.n_inputs, sizeof *request.inputs);
    for (uint64_t i = 0; i < request.n_inputs; i++)
        request.inputs[i] = (struct named){get_text(), get_text()};
    request.n_functions = get();
    request.functions = room(request.n_functions, sizeof *request.functions);
    for (uint64_t i = 0; i < request.n_functions; i++)
        request.functions[i] = (struct function_input){get(), get(), get_text()};
    request.n_made = get();
    request.made = room(request.n_made, sizeof *request.made);
    for (uint64_t i = 0; i < request.n_made; i++)
        request.made[i] = get_text();
    request.n_links = get();
    request.links = room(request.n_links, sizeof *request.links);
    for (uint64_t i = 0; i < request.n_links; i++)
        request.links[i] = (struct link){get(), get(), get(), get()};
    request.n_calls = get();
    request.calls = room(request.n_calls, sizeof *request.calls);
    for (uint64_t i = 0; i < request.n_calls; i++) {
        struct call *call = &request.calls[i];
        parse_call(call);
        call->n_mocked = get();
        call->mocked = room(call->n_mocked, sizeof *call->mocked);
        for (uint64_t m = 0; m < call->n_mocked; m++)
            parse_call(&call->mocked[m]);
    }
}

static bool read_request(void) {
    if (!read_fully(&message_length, 8))
        return false;
    message = room(message_length, 1);
    if (!read_fully(message, message_length))
        return false;
    parse_request();
    return true;
}

static void free_call(struct call *call) {
    for (uint64_t o = 0; o < call->n_objects; o++)
        free(call->objects[o].pointers);
    free(call->objects);
    free(call->roots);
}

static void free_request(void) {
    for (uint64_t i = 0; i < request.n_calls; i++) {
        for (uint64_t m = 0; m < request.calls[i].n_mocked; m++)
            free_call(&request.calls[i].mocked[m]);
        free(request.calls[i].mocked);
        free_call(&request.calls[i]);
    }
    free(request.calls);
    free(request.results);
    free(request.functions);
    free(request.links);
    free(request.made);
    free(request.inputs);
    free(request.files);
    free(request.arguments);
    free(message);
}

static void write_fully(const void *from, uint64_t length) {
    const unsigned char *at = from;
    while (length > 0) {
        ssize_t n = write(ANSWERS, at, length);
        if (n <= 0)
            _exit(0);
        at += n;
        length -= (uint64_t)n;
    }
}

static void put(uint64_t word) {
    write_fully(&word, 8);
}

static void put_text(const void *text, uint64_t length) {
    put(length);
    write_fully(text, length);
}

/* --- The tested program's process --- */

void give_up(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(shared->problem, sizeof shared->problem, format, arguments);
    va_end(arguments);
    if (is_alone)
        fprintf(stderr, "%s\n", shared->problem);
    _exit(GAVE_UP);
}

static void make_files(void) {
    for (uint64_t i = 0; i < request.n_files; i++) {
        struct named *file = &request.files[i];
        char name[PATH_MAX];
        bool is_stdin;

        snprintf(name, sizeof name, "%.*s", (int)file->name.length, (const char *)file->name.bytes);
        is_stdin = strcmp(name, "/dev/stdin") == 0;
        int fd = is_stdin ? memfd_create("stdin", 0) : open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
        if (fd < 0 || write(fd, file->contents.bytes, file->contents.length) != (ssize_t)file->contents.length)
            give_up("the file %s cannot be made: %s", name, strerror(errno));
        if (is_stdin) {
            lseek(fd, 0, SEEK_SET);
            dup2(fd, 0);
        }
        close(fd);
    }
}

/* Puts the addresses of functions into inputs: natively they are different. */
static void point_to_functions(void) {
    for (uint64_t i = 0; i < request.n_functions; i++) {
        struct function_input *place = &request.functions[i];
        struct text contents = place->input < request.n_inputs ? request.inputs[place->input].contents
                                                               : request.made[place->input - request.n_inputs];
        const struct entry *entry = symir_functions, *end = entry + symir_functions_count;

        while (entry < end && (strlen(entry->name) != place->name.length ||
                               memcmp(entry->name, place->name.bytes, place->name.length) != 0))
            entry++;
        if (entry == end)
            give_up("the program has no function `%.*s` to point to", (int)place->name.length,
                    (const char *)place->name.bytes);
        memcpy((unsigned char *)contents.bytes + place->offset, &entry->function, sizeof entry->function);
    }
}

static void limit(int what, uint64_t most) {
    struct rlimit now, limit = {most, most};
    if (getrlimit(what, &now) == 0 && now.rlim_max < most)
        limit.rlim_cur = limit.rlim_max = now.rlim_max;
    setrlimit(what, &limit);
}

/* Memory that was never written differs from run to run; in the first run it has zeros, as in symir. */
__attribute__((noinline)) static void fill_stack(int byte) {
    volatile unsigned char room[256 << 10];
    for (size_t i = 0; i < sizeof room; i++)
        room[i] = (unsigned char)byte;
}

/* A function of AddressSanitizer. */
void __asan_poison_memory_region(const volatile void *start, size_t size) __attribute__((weak));

/* After this, an access to the memory between global variables is an error. */
static void close_pads(void) {
    if (!__asan_poison_memory_region || !&symir_pads_count)
        return;
    for (uint64_t i = 0; i < symir_pads_count; i++)
        __asan_poison_memory_region(symir_pads[i].start, symir_pad_size);
}

/* How many threads the user may have: some more than there are in all. The filter refuses processes. */
static uint64_t most_threads(void) {
    enum { MORE = 64 };
    struct sysinfo now;
    return sysinfo(&now) == 0 ? now.procs + MORE : MORE;
}

static void call_program(char **arguments) {
    static char *environment[] = {NULL};
    int byte = request.run == 0 ? 0 : (int)(0x40 + request.run * 0x35) & 0xff;

    fill_stack(byte);
    for (uint64_t i = 0; i < symir_constructors_count; i++)
        symir_constructors[i].function();
    int result = symir_driver_main((int)request.n_arguments, arguments, environment);
    shared->main_result = (uint64_t)(int64_t)result;
    shared->has_returned = 1;
    exit(result);
}

static char **make_arguments(void) {
    char **arguments = room(request.n_arguments + 1, sizeof *arguments);
    for (uint64_t i = 0; i < request.n_arguments; i++) {
        struct text text = request.arguments[i];
        arguments[i] = room(text.length + 1, 1);
        memcpy(arguments[i], text.bytes, text.length);
    }
    return arguments;
}

static void refuse(int signal, siginfo_t *info, void *context) {
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    int number = info->si_syscall;
    bool forks = number == SYS_fork || number == SYS_vfork || number == SYS_clone || number == SYS_clone3;

    (void)signal;
    shared->refused = (uint64_t)number + 1;
    registers[REG_RAX] = forks ? -EAGAIN : -EPERM;
}

/* Gives up the rights that the tested program must not have and this process has. Returns NULL, or what
   failed. A system call that is refused fails, and its number is reported to the parent. */
static const char *confine(void) {
    struct sigaction action = {.sa_sigaction = refuse, .sa_flags = SA_SIGINFO | SA_NODEFER};

    if (!(containment & SYSTEM_CALLS))
        return NULL;
    return sigaction(SIGSYS, &action, NULL) == 0 ? enter_filter() : "the handler of refused calls";
}

_Noreturn static void run_test(int errors, const sigset_t *signals) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, signals, NULL);
    int nothing = open("/dev/null", O_RDWR), output = memfd_create("stdout", 0);
    dup2(nothing, 0);
    dup2(output >= 0 ? output : nothing, 1);
    dup2(errors, 2);
    make_files();
    point_to_functions();
    closefrom(3);
    clearenv();

    char **arguments = make_arguments();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 16UL << 20);
    limit(RLIMIT_NOFILE, 64);
    limit(RLIMIT_NPROC, containment & SYSTEM_CALLS ? most_threads() : 0);
    limit(RLIMIT_CPU, request.limit / SECOND + 2);
    /* There are as many addresses as symbolically; launcher.c watches how much of them is used. */
    if (!SYMIR_SANITIZED)
        limit(RLIMIT_AS, 9UL << 40);
    else if (own_memory > 0)
        limit(RLIMIT_DATA, own_memory + (9UL << 40));
    const char *refused = confine();
    if (refused)
        give_up("%s: %s", refused, strerror(errno));
    if (request.run == 0) {
        mallopt(M_PERTURB, 0xff);
    } else {
        mallopt(M_PERTURB, (int)request.run * 0x3b);
        srand((unsigned)request.run * 7919 + (unsigned)nanoseconds());
        srand48((long)(request.run * 104729 + nanoseconds()));
    }
    shared->call_start = nanoseconds();
    shared->phase = CALL;
    call_program(arguments);
    _exit(0);
}

/* --- The parent --- */

static uint64_t disk_used;

static int add_size(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)path, (void)type, (void)place;
    disk_used += (uint64_t)status->st_blocks * 512;
    return 0;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type;
    if (place->level > 0)
        remove(path);
    return 0;
}

static bool is_disk_full(void) {
    disk_used = 0;
    nftw(".", add_size, 16, FTW_PHYS);
    return disk_used > DISK_LIMIT;
}

/* Whether a process had the processor for its whole limit. On a busy machine, for example while symir
   explores, a process that had not may still come to its end. */
static bool has_run(pid_t pid) {
    clockid_t clock;
    struct timespec time;

    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return true;
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec > request.limit;
}

/* Only the launcher can send signals to other processes. */
static void end_started(void) {
    const char order = KILL;
    if (write(ORDERS, &order, 1) != 1)
        _exit(0);
}

/* Waits for the end of the process; returns why it was killed, or 0. */
static unsigned wait_for(pid_t pid, int *status) {
    const struct timespec step = {.tv_nsec = POLL_MS * 1000000};
    uint64_t forked = nanoseconds(), n_too_large = 0;
    unsigned why = 0;
    sigset_t ends;

    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    for (;;) {
        sigtimedwait(&ends, NULL, &step);
        if (waitpid(pid, status, WNOHANG) == pid) {
            if (read(TOO_LARGE, &n_too_large, sizeof n_too_large) > 0)
                why = MEMORY_FULL;
            else if (!why && is_disk_full())
                why = DISK_FULL;
            break;
        }
        if (why)
            continue;
        uint64_t now = nanoseconds(), start = shared->call_start;
        uint64_t taken = now - start - shared->reading;
        if (shared->phase == CALL && taken > request.limit && (has_run(pid) || taken / 10 > request.limit))
            why = TIMED_OUT;
        else if (shared->phase != CALL && now - forked > OUR_LIMIT + request.limit)
            why = TIMED_OUT;
        else if (is_disk_full())
            why = DISK_FULL;
        if (why)
            end_started();
    }
    return why;
}

static void answer(int status, unsigned why, int errors) {
    static char text[STDERR_SHOWN];
    ssize_t n = pread(errors, text, sizeof text, 0);
    size_t problem = strnlen(shared->problem, sizeof shared->problem);
    uint64_t n_text = n > 0 ? (uint64_t)n : 0, used = shared->used;
    uint64_t n_counters = symir_edge_count + symir_fickle_count;

    if (used > shared_room)
        used = 0;
    put(8 * 7 + 8 + problem + 8 + n_text + 8 + n_counters * 8 + 8 + used);
    put((uint64_t)(unsigned)status);
    put(why);
    put(shared->phase);
    put(shared->call_start ? nanoseconds() - shared->call_start : 0);
    put(shared->refused);
    put(shared->has_returned);
    put(shared->main_result);
    put_text(shared->problem, problem);
    put_text(text, n_text);
    put_text(symir_counters, n_counters * 8);
    put_text(shared_log, used);
}

/* Clears the memory that the process of a test writes to. */
static void clear_shared(void) {
    uint64_t n_counters = symir_edge_count + symir_fickle_count;

    memset(shared, 0, sizeof *shared);
    memset(symir_counters, 0, n_counters * 8);
    shared_log = shared->log = (unsigned char *)(symir_counters + n_counters);
    shared_room = shared->log_room = SHARED_SIZE - (uint64_t)(shared_log - (unsigned char *)shared);
    shared->phase = PREPARE;
}

static void serve(void) {
    int errors = memfd_create("stderr", MFD_CLOEXEC), status = 0;
    sigset_t ends, signals;

    clear_shared();
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, &signals);
    pid_t pid = fork();
    if (pid == 0)
        run_test(errors, &signals);
    if (pid < 0)
        _exit(4);
    unsigned why = wait_for(pid, &status);
    shared->phase = shared->phase == CALL ? COLLECT : shared->phase;
    /* If system calls are not filtered, the test may have started other processes. */
    if (!(containment & SYSTEM_CALLS))
        end_started();
    answer(status, why, errors);
    close(errors);
    nftw(".", remove_one, 16, FTW_PHYS | FTW_DEPTH | FTW_MOUNT);
}

static void greet(void) {
    put(8 + 8 + symir_functions_count * 8);
    put(containment);
    put(symir_functions_count);
    for (uint64_t i = 0; i < symir_functions_count; i++)
        put((uint64_t)(uintptr_t)symir_functions[i].function);
}

static bool share_memory(void) {
    shared = mmap(NULL, SHARED_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    symir_counters = (uint64_t *)((unsigned char *)shared + sizeof *shared);
    return shared != MAP_FAILED;
}

/* The private writable memory of this process, in bytes; 0 if that cannot be known. */
static uint64_t measure_memory(void) {
    uint64_t pages = 0;
    FILE *sizes = fopen("/proc/self/statm", "re");

    if (!sizes)
        return 0;
    if (fscanf(sizes, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    fclose(sizes);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Runs the one test that the program carries as it is, for a debugger: in this process, with all of its
   rights. */
static int run_alone(void) {
    char folder[] = P_tmpdir "/symir-XXXXXX";

    is_alone = true;
    close_pads();
    message_length = symir_request_length;
    message = room(message_length, 1);
    memcpy(message, symir_request, message_length);
    parse_request();
    if (!share_memory())
        return 2;
    clear_shared();
    if (request.n_files > 0 && (!mkdtemp(folder) || chdir(folder) != 0))
        return 2;
    make_files();
    call_program(make_arguments());
    return 0;
}

int main(int n_arguments, char **arguments) {
    if (symir_request)
        return run_alone();
    if (n_arguments != 3)
        return 2;
    signal(SIGPIPE, SIG_IGN);
    containment = (unsigned)atoi(arguments[1]);
    if (!share_memory())
        return 2;
    own_memory = measure_memory();
    prepare_filter(TEST, containment);
    close_pads();
    greet();
    while (read_request()) {
        serve();
        free_request();
    }
    /* Exit handlers that constructors have set do not run: no test is left for them. */
    _exit(0);
}
