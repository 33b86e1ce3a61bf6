/* Functions of the host that device code may meet as pointers (OpenMP 5.2 §7.8.3). */
#ifndef OMPCC_FUNCTION_H
#define OMPCC_FUNCTION_H

#include <stddef.h>

#pragma GCC visibility push(hidden)

typedef struct {
	void *host;
	void *device; /* NULL: there is no device version */
	const char *name, *file;
	unsigned line;
} ompcc_function_t;

/* The functions known so far, n of them by rising host address. The previous
 * list stays valid for those who read it. */
extern void ompcc_functions_set(const ompcc_function_t *list, size_t n);
extern void *ompcc_core_cpu_function(void *p);

/* A reverse-offload region of a CPU device (OpenMP 5.2 §13.8; see __ompcc_cpu_reverse). */
extern void ompcc_core_cpu_reverse(void (*fn)(void **), const unsigned long *rows, unsigned n, unsigned variables);

#pragma GCC visibility pop

#endif
