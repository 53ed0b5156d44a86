/* Objects that hold a lock: what is in it is the C library's own. */
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    long balance;
    int n;
};

int withdraw(struct account *account, long amount) {
    int result = -1;

    if (account == NULL || amount <= 0)
        return -1;
    pthread_mutex_lock(&account->lock);
    if (account->balance >= amount) {
        account->balance -= amount;
        account->n++;
        result = 0;
    }
    pthread_mutex_unlock(&account->lock);
    return result;
}

struct job {
    struct job *next;
    pthread_mutex_t lock;
    pthread_cond_t ready;
    int work;
};

void init_job(struct job *job, int work) {
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->ready, NULL);
    job->work = work;
    job->next = NULL;
}

/* The first job with work, which is locked from then on. */
struct job *next_job(struct job *list, int least) {
    for (struct job *job = list; job != NULL; job = job->next) {
        if (pthread_mutex_trylock(&job->lock) != 0)
            continue;
        if (job->work >= least) {
            pthread_cond_signal(&job->ready);
            return job;
        }
        pthread_mutex_unlock(&job->lock);
    }
    return NULL;
}

static pthread_mutex_t global_lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

int count_up(int by) {
    int result;

    pthread_mutex_lock(&global_lock);
    counter += by;
    result = counter;
    pthread_mutex_unlock(&global_lock);
    return result;
}
