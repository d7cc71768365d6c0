// SPDX-License-Identifier: GPL-3.0-or-later
/* Gauges for C. */
#ifndef GAUGE_H
#define GAUGE_H

#include <stdio.h>

typedef struct gauge {
    int id;
    struct gauge *next;
} gauge_t;

typedef struct {
    double metres;
} level_t;

enum tide { EBB, FLOOD };

/* Adds up
 * two levels. */
static double sum(level_t a, level_t b)
{
    return a.metres + b.metres; /* in metres */
}

gauge_t *first(void) { return 0; }

static int hours[] = {
    1, 2, 3,
    4, 5, 6,
};

void print_gauge(const gauge_t *gauge);

#endif
