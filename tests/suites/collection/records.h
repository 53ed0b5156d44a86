#ifndef RECORDS_H
#define RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct date {
    int year;
    unsigned char month, day;
};

struct order {
    int id;
    int count;
    int price;
    bool is_paid;
    struct date due;
};

enum state { IDLE, RUNNING, STOPPED, FAILED };

struct job {
    enum state state;
    int retries;
    int exit_code;
};

int compare_dates(const struct date *a, const struct date *b);
bool is_leap_year(int year);
int days_in_month(int year, int month);
int order_total(const struct order *order);
bool order_pay(struct order *order, int amount, int *change);
const struct order *dearest(const struct order orders[3]);
enum state job_step(struct job *job, int exit_code);
struct date next_day(struct date date);

#endif
