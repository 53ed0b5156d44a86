/* A circular list whose links are members of the objects in it, and whose head is one of another object. */
#include <stddef.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
    struct link *next, *previous;
};

struct task {
    int id;
    unsigned priority;
    struct link link;
};

struct queue {
    struct link tasks;
    unsigned count;
};

#define each_task(task, head)                                                                 \
    for (task = container_of((head)->next, struct task, link); &task->link != (head);          \
         task = container_of(task->link.next, struct task, link))

static void add_before(struct link *added, struct link *link)
{
    added->previous = link->previous;
    added->next = link;
    link->previous->next = added;
    link->previous = added;
}

void enqueue(struct queue *queue, struct task *task)
{
    add_before(&task->link, &queue->tasks);
    queue->count++;
}

struct task *most_urgent(struct queue *queue)
{
    struct task *found = NULL, *task;

    each_task(task, &queue->tasks)
        if (found == NULL || task->priority > found->priority)
            found = task;
    return found;
}

int count_above(struct link *head, unsigned priority)
{
    int count = 0;

    for (struct link *link = head->next; link != head; link = link->next)
        count += container_of(link, struct task, link)->priority > priority;
    return count;
}
