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

#pragma GCC visibility pop

#endif
