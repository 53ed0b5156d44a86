/* Records: dates, orders, jobs. */
#include "records.h"

int compare_dates(const struct date *a, const struct date *b)
{
    if (a->year != b->year)
        return a->year < b->year ? -1 : 1;
    if (a->month != b->month)
        return a->month < b->month ? -1 : 1;
    if (a->day != b->day)
        return a->day < b->day ? -1 : 1;
    return 0;
}

bool is_leap_year(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_month(int year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    if (month < 1 || month > 12)
        return 0;
    if (month == 2 && is_leap_year(year))
        return 29;
    return days[month - 1];
}

int order_total(const struct order *order)
{
    int total;

    if (order->count < 0 || order->count > 1000 || order->price < 0 || order->price > 10000)
        return -1;
    total = order->count * order->price;
    if (order->count >= 10)
        total -= total / 20;
    return total;
}

bool order_pay(struct order *order, int amount, int *change)
{
    int total = order_total(order);

    if (order->is_paid || total < 0 || amount < total)
        return false;
    order->is_paid = true;
    *change = amount - total;
    return true;
}

const struct order *dearest(const struct order orders[3])
{
    const struct order *best = &orders[0];

    for (int i = 1; i < 3; i++)
        if (orders[i].price > best->price)
            best = &orders[i];
    return best;
}

enum state job_step(struct job *job, int exit_code)
{
    switch (job->state) {
    case IDLE:
        job->state = RUNNING;
        break;
    case RUNNING:
        job->exit_code = exit_code;
        if (exit_code == 0) {
            job->state = STOPPED;
        } else if (job->retries > 0) {
            job->retries--;
            job->state = IDLE;
        } else {
            job->state = FAILED;
        }
        break;
    default:
        break;
    }
    return job->state;
}

struct date next_day(struct date date)
{
    if (date.day < days_in_month(date.year, date.month)) {
        date.day++;
    } else {
        date.day = 1;
        if (date.month == 12) {
            date.month = 1;
            date.year++;
        } else {
            date.month++;
        }
    }
    return date;
}
