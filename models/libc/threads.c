/*
 * Models of pthread.h, semaphore.h and threads.h for a program with one thread.
 * Locks keep their state in the objects of glibc's size. What would wait for
 * another thread waits for ever, and ends the path as not supported.
 */
#include "machine.h"

_Noreturn void exit(int status);

enum {
    NOT_PERMITTED = 1, /* EPERM */
    NO_PROCESS = 3, /* ESRCH */
    TRY_AGAIN = 11, /* EAGAIN */
    IS_BUSY = 16, /* EBUSY */
    IS_DEADLOCK = 35, /* EDEADLK */
    TIMED_OUT = 110, /* ETIMEDOUT */
};

typedef unsigned long thread;

enum { SELF = 1 };

_Noreturn static void wait_for_ever(void) {
    symir_unsupported("waiting for another thread");
}

thread pthread_self(void) {
    return SELF;
}

int pthread_equal(thread a, thread b) {
    return a == b;
}

int pthread_create(thread *to, const void *attributes, void *(*function)(void *), void *argument) {
    (void)to;
    (void)attributes;
    (void)function;
    (void)argument;
    symir_unsupported("pthread_create: threads");
}

int pthread_join(thread which, void **result) {
    (void)result;
    return which == SELF ? IS_DEADLOCK : NO_PROCESS;
}

int pthread_detach(thread which) {
    return which == SELF ? 0 : NO_PROCESS;
}

int pthread_setcancelstate(int state, int *old) {
    if (state < 0 || state > 1)
        return INVALID;
    if (old != NULL)
        *old = 0;
    return 0;
}

int pthread_setcanceltype(int type, int *old) {
    if (type < 0 || type > 1)
        return INVALID;
    if (old != NULL)
        *old = 0;
    return 0;
}

void pthread_testcancel(void) {
}

int pthread_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void)) {
    (void)before;
    (void)in_parent;
    (void)in_child;
    return 0;
}

int sched_yield(void) {
    return 0;
}

int pthread_yield(void) {
    return 0;
}

/* Once. */

int pthread_once(int *once, void (*function)(void)) {
    enum { IS_DONE = 2 };

    if (*once != IS_DONE) {
        *once = IS_DONE;
        function();
    }
    return 0;
}

/* Mutexes: the fields are where glibc has them, so that its initialisers do. */

enum { PLAIN, RECURSIVE, CHECKED };

struct mutex {
    int is_locked;
    unsigned count;
    int owner;
    unsigned n_users;
    int kind;
    int others[5];
};

int pthread_mutexattr_init(int *attributes) {
    *attributes = PLAIN;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes) {
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
    if (kind < PLAIN || kind > 3)
        return INVALID;
    *attributes = kind;
    return 0;
}

int pthread_mutexattr_gettype(const int *attributes, int *kind) {
    *kind = *attributes;
    return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int is_shared) {
    (void)attributes;
    return is_shared == 0 || is_shared == 1 ? 0 : INVALID;
}

int pthread_mutexattr_setprotocol(int *attributes, int protocol) {
    (void)attributes;
    return protocol >= 0 && protocol <= 2 ? 0 : INVALID;
}

int pthread_mutexattr_setrobust(int *attributes, int is_robust) {
    (void)attributes;
    return is_robust == 0 || is_robust == 1 ? 0 : INVALID;
}

int pthread_mutex_init(struct mutex *mutex, const int *attributes) {
    *mutex = (struct mutex){.kind = attributes == NULL ? PLAIN : *attributes};
    return 0;
}

int pthread_mutex_destroy(struct mutex *mutex) {
    if (mutex->is_locked)
        return IS_BUSY;
    mutex->kind = -1;
    return 0;
}

/* Who holds a mutex is another one in each run: nothing is said of it. */
static void forget_owner(struct mutex *mutex) {
    int unset;

    memcpy(&mutex->owner, &unset, sizeof unset);
}

/* What happens when a lock is taken that is already held. */
enum refusal { BUSY, WAITS, EXPIRES };

static int lock(struct mutex *mutex, enum refusal refusal) {
    if (mutex->kind < 0)
        return INVALID;
    if (mutex->is_locked && mutex->kind == RECURSIVE) {
        mutex->count++;
        return 0;
    }
    if (mutex->is_locked && refusal == BUSY)
        return IS_BUSY;
    if (mutex->is_locked && mutex->kind == CHECKED)
        return IS_DEADLOCK;
    if (mutex->is_locked && refusal == EXPIRES)
        return TIMED_OUT;
    if (mutex->is_locked)
        wait_for_ever();
    mutex->is_locked = 1;
    mutex->count = mutex->kind == RECURSIVE;
    mutex->n_users++;
    forget_owner(mutex);
    return 0;
}

int pthread_mutex_lock(struct mutex *mutex) {
    return lock(mutex, WAITS);
}

int pthread_mutex_trylock(struct mutex *mutex) {
    return lock(mutex, BUSY);
}

int pthread_mutex_timedlock(struct mutex *mutex, const void *time) {
    (void)time;
    return lock(mutex, EXPIRES);
}

int pthread_mutex_unlock(struct mutex *mutex) {
    if (mutex->kind < 0)
        return INVALID;
    if (!mutex->is_locked)
        return mutex->kind == PLAIN || mutex->kind == 3 ? 0 : NOT_PERMITTED;
    if (mutex->kind == RECURSIVE && --mutex->count > 0)
        return 0;
    mutex->is_locked = 0;
    mutex->owner = 0;
    mutex->n_users--;
    return 0;
}

/* Conditions: nobody is there to signal, and nobody to wake. */

struct condition {
    long others[6];
};

int pthread_cond_init(struct condition *condition, const void *attributes) {
    (void)attributes;
    *condition = (struct condition){{0}};
    return 0;
}

int pthread_cond_destroy(struct condition *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_signal(struct condition *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_broadcast(struct condition *condition) {
    (void)condition;
    return 0;
}

int pthread_cond_wait(struct condition *condition, struct mutex *mutex) {
    (void)condition;
    (void)mutex;
    wait_for_ever();
}

int pthread_cond_timedwait(struct condition *condition, struct mutex *mutex, const void *time) {
    (void)condition;
    (void)mutex;
    (void)time;
    return TIMED_OUT;
}

int pthread_condattr_init(int *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_condattr_destroy(int *attributes) {
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(int *attributes, int clock) {
    if (clock != 0 && clock != 1)
        return INVALID;
    *attributes = clock << 1;
    return 0;
}

int pthread_condattr_getclock(const int *attributes, int *clock) {
    *clock = *attributes >> 1;
    return 0;
}

/* Locks for readers and writers. */

struct shared_lock {
    int n_readers;
    int has_writer;
    long others[6];
};

int pthread_rwlockattr_init(long *attributes) {
    *attributes = 0;
    return 0;
}

int pthread_rwlockattr_destroy(long *attributes) {
    (void)attributes;
    return 0;
}

int pthread_rwlock_init(struct shared_lock *lock, const void *attributes) {
    (void)attributes;
    *lock = (struct shared_lock){0};
    return 0;
}

int pthread_rwlock_destroy(struct shared_lock *lock) {
    (void)lock;
    return 0;
}

int pthread_rwlock_tryrdlock(struct shared_lock *lock) {
    if (lock->has_writer)
        return IS_BUSY;
    lock->n_readers++;
    return 0;
}

int pthread_rwlock_rdlock(struct shared_lock *lock) {
    return lock->has_writer ? IS_DEADLOCK : pthread_rwlock_tryrdlock(lock);
}

int pthread_rwlock_trywrlock(struct shared_lock *lock) {
    if (lock->has_writer || lock->n_readers > 0)
        return IS_BUSY;
    lock->has_writer = 1;
    return 0;
}

int pthread_rwlock_wrlock(struct shared_lock *lock) {
    if (lock->has_writer)
        return IS_DEADLOCK;
    if (lock->n_readers > 0)
        wait_for_ever();
    lock->has_writer = 1;
    return 0;
}

int pthread_rwlock_unlock(struct shared_lock *lock) {
    if (lock->has_writer)
        lock->has_writer = 0;
    else if (lock->n_readers > 0)
        lock->n_readers--;
    return 0;
}

/* Spinning. */

int pthread_spin_init(int *lock, int is_shared) {
    (void)is_shared;
    *lock = 1;
    return 0;
}

int pthread_spin_destroy(int *lock) {
    (void)lock;
    return 0;
}

int pthread_spin_trylock(int *lock) {
    if (*lock != 1)
        return IS_BUSY;
    *lock = 0;
    return 0;
}

int pthread_spin_lock(int *lock) {
    if (pthread_spin_trylock(lock) != 0)
        wait_for_ever();
    return 0;
}

int pthread_spin_unlock(int *lock) {
    *lock = 1;
    return 0;
}

/* Barriers. */

struct barrier {
    unsigned n, others[7];
};

int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned n) {
    (void)attributes;
    if (n == 0)
        return INVALID;
    *barrier = (struct barrier){.n = n};
    return 0;
}

int pthread_barrier_destroy(struct barrier *barrier) {
    (void)barrier;
    return 0;
}

int pthread_barrier_wait(struct barrier *barrier) {
    if (barrier->n > 1)
        wait_for_ever();
    return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
}

/* Values of the thread. */

enum { MOST_KEYS = 1024, MOST_ROUNDS = 4 };

struct key {
    bool is_used;
    void (*end)(void *);
    void *value;
};

static struct key keys[MOST_KEYS];

int pthread_key_create(unsigned *key, void (*end)(void *)) {
    for (unsigned i = 0; i < MOST_KEYS; i++)
        if (!keys[i].is_used) {
            keys[i] = (struct key){true, end, NULL};
            *key = i;
            return 0;
        }
    return TRY_AGAIN;
}

int pthread_key_delete(unsigned key) {
    if (key >= MOST_KEYS || !keys[key].is_used)
        return INVALID;
    keys[key].is_used = false;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    return key < MOST_KEYS && keys[key].is_used ? keys[key].value : NULL;
}

int pthread_setspecific(unsigned key, const void *value) {
    if (key >= MOST_KEYS || !keys[key].is_used)
        return INVALID;
    keys[key].value = (void *)value;
    return 0;
}

/* The last thread ends the program. */
_Noreturn void pthread_exit(void *result) {
    bool goes_on = true;

    (void)result;
    for (int round = 0; round < MOST_ROUNDS && goes_on; round++) {
        goes_on = false;
        for (int i = 0; i < MOST_KEYS; i++) {
            void *value = keys[i].value;

            if (!keys[i].is_used || value == NULL)
                continue;
            keys[i].value = NULL;
            if (keys[i].end != NULL) {
                keys[i].end(value);
                goes_on = true;
            }
        }
    }
    exit(0);
}

/* Attributes of threads that will not be. */

struct thread_attributes {
    int is_detached, policy;
    size_t guard, stack;
    long others[4];
};

int pthread_attr_init(struct thread_attributes *attributes) {
    *attributes = (struct thread_attributes){.guard = 4096, .stack = 8 << 20};
    return 0;
}

int pthread_attr_destroy(struct thread_attributes *attributes) {
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(struct thread_attributes *attributes, int is_detached) {
    if (is_detached != 0 && is_detached != 1)
        return INVALID;
    attributes->is_detached = is_detached;
    return 0;
}

int pthread_attr_getdetachstate(const struct thread_attributes *attributes, int *is_detached) {
    *is_detached = attributes->is_detached;
    return 0;
}

int pthread_attr_setstacksize(struct thread_attributes *attributes, size_t size) {
    if (size < 16384)
        return INVALID;
    attributes->stack = size;
    return 0;
}

int pthread_attr_getstacksize(const struct thread_attributes *attributes, size_t *size) {
    *size = attributes->stack;
    return 0;
}

int pthread_attr_setguardsize(struct thread_attributes *attributes, size_t size) {
    attributes->guard = size;
    return 0;
}

int pthread_attr_getguardsize(const struct thread_attributes *attributes, size_t *size) {
    *size = attributes->guard;
    return 0;
}

/* Semaphores. */

struct semaphore {
    unsigned value;
    unsigned others[7];
};

int sem_init(struct semaphore *semaphore, int is_shared, unsigned value) {
    (void)is_shared;
    if (value > INT32_MAX)
        return fail(INVALID);
    *semaphore = (struct semaphore){.value = value};
    return 0;
}

int sem_destroy(struct semaphore *semaphore) {
    (void)semaphore;
    return 0;
}

int sem_trywait(struct semaphore *semaphore) {
    if (semaphore->value == 0)
        return fail(TRY_AGAIN);
    semaphore->value--;
    return 0;
}

int sem_wait(struct semaphore *semaphore) {
    if (semaphore->value == 0)
        wait_for_ever();
    semaphore->value--;
    return 0;
}

int sem_timedwait(struct semaphore *semaphore, const void *time) {
    (void)time;
    if (semaphore->value == 0)
        return fail(TIMED_OUT);
    semaphore->value--;
    return 0;
}

int sem_post(struct semaphore *semaphore) {
    if (semaphore->value == INT32_MAX)
        return fail(TOO_LARGE);
    semaphore->value++;
    return 0;
}

int sem_getvalue(struct semaphore *semaphore, int *value) {
    *value = (int)semaphore->value;
    return 0;
}

/* threads.h */

enum { SUCCESS, C_BUSY, C_ERROR, NO_MEMORY_LEFT, C_TIMED_OUT };
enum { C_RECURSIVE = 1, C_TIMED = 2 };

int thrd_create(thread *to, int (*function)(void *), void *argument) {
    (void)to;
    (void)function;
    (void)argument;
    symir_unsupported("thrd_create: threads");
}

thread thrd_current(void) {
    return SELF;
}

int thrd_equal(thread a, thread b) {
    return a == b;
}

void thrd_yield(void) {
}

int mtx_init(struct mutex *mutex, int kind) {
    if ((kind & ~(C_RECURSIVE | C_TIMED)) != 0)
        return C_ERROR;
    *mutex = (struct mutex){.kind = (kind & C_RECURSIVE) != 0 ? RECURSIVE : PLAIN};
    return SUCCESS;
}

void mtx_destroy(struct mutex *mutex) {
    (void)mutex;
}

int mtx_lock(struct mutex *mutex) {
    return lock(mutex, WAITS) == 0 ? SUCCESS : C_ERROR;
}

int mtx_trylock(struct mutex *mutex) {
    return lock(mutex, BUSY) == 0 ? SUCCESS : C_BUSY;
}

int mtx_timedlock(struct mutex *mutex, const void *time) {
    (void)time;
    return lock(mutex, EXPIRES) == 0 ? SUCCESS : C_TIMED_OUT;
}

int mtx_unlock(struct mutex *mutex) {
    return pthread_mutex_unlock(mutex) == 0 ? SUCCESS : C_ERROR;
}

int cnd_init(struct condition *condition) {
    return pthread_cond_init(condition, NULL);
}

void cnd_destroy(struct condition *condition) {
    (void)condition;
}

int cnd_signal(struct condition *condition) {
    (void)condition;
    return SUCCESS;
}

int cnd_broadcast(struct condition *condition) {
    (void)condition;
    return SUCCESS;
}

int cnd_wait(struct condition *condition, struct mutex *mutex) {
    return pthread_cond_wait(condition, mutex);
}

void call_once(int *once, void (*function)(void)) {
    pthread_once(once, function);
}

int tss_create(unsigned *key, void (*end)(void *)) {
    return pthread_key_create(key, end) == 0 ? SUCCESS : C_ERROR;
}

void tss_delete(unsigned key) {
    pthread_key_delete(key);
}

void *tss_get(unsigned key) {
    return pthread_getspecific(key);
}

int tss_set(unsigned key, void *value) {
    return pthread_setspecific(key, value) == 0 ? SUCCESS : C_ERROR;
}
