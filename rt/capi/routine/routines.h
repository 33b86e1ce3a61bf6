/* The bodies behind the omp_ device routines. */
#ifndef OMPCC_ROUTINES_H
#define OMPCC_ROUTINES_H

#include <stddef.h>

#include "../task/task.h"

#pragma GCC visibility push(hidden)

enum { OMPCC_INVALID_DEVICE = -42 }; /* omp_invalid_device of omp.h */

/* ompcc_shared_holds: the bytes lie in a block of that memory which a device has. */
extern int ompcc_shared_holds(const void *p, size_t size, int d);
/* ompcc_memory_device turns the argument of a device memory routine into a
 * device's number, -1 for the host, -2 for none. */
extern int ompcc_memory_device(const char *routine, int n);

#pragma GCC visibility pop

#endif
