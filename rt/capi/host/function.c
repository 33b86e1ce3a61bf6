/* Device code of a CPU device asks here what a pointer to a function calls: in
 * mapped storage it may hold the address of the host's version. */
#include "function.h"

#include <stdlib.h>
#include <string.h>

#include "remote.h"
#include "shield.h"
#include "shim.h"
#include "../bridge.h"

typedef struct functions {
	struct functions *before; /* what others may still read */
	size_t n;
	ompcc_function_t f[];
} functions_t;

static functions_t *_Atomic current;

void ompcc_functions_set(const ompcc_function_t *list, size_t n) {
	if (n == 0 && (!current || current->n == 0))
		return;
	functions_t *t = malloc(sizeof *t + n * sizeof *list);
	if (!t)
		ompcc_fatal("error: out of memory for the addresses of functions");
	t->before = current;
	t->n = n;
	if (n)
		memcpy(t->f, list, n * sizeof *list);
	current = t;
}

void *ompcc_core_cpu_function(void *p) {
	const functions_t *t = current;
	size_t lo = 0, hi = t ? t->n : 0;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		const ompcc_function_t *f = &t->f[mid];
		if (f->host == p) {
			if (!f->device)
				ompcc_fatal("%s:%u: error: function '%s' of the host is called on device %d through a pointer: write '#pragma omp declare target enter(%s) indirect'",
					f->file, f->line, f->name, ompcc_core_cpu_self()->device_num, f->name);
			return f->device;
		}
		if ((char *)f->host < (char *)p)
			lo = mid + 1;
		else
			hi = mid;
	}
	return p;
}

/* rt/abi/reverse.go */
enum { REVERSE_HOST = 1 << 2,
	REVERSE_WORD = 1 << 3 };
#define REVERSE_PLAIN (1u << 31)

typedef struct {
	int device;
	void (*fn)(void **);
	const unsigned long *rows;
	unsigned n, variables;
} reverse_t;

static void reverse(void *ctx) {
	reverse_t *r = ctx;
	if (!(r->n & REVERSE_PLAIN) || ompcc_remote_serving) {
		ompcc_go_reverse(r->device, (uintptr_t)r->fn, (uintptr_t)r->rows, r->n & ~REVERSE_PLAIN, r->variables);
		return;
	}
	void *args[r->variables + 1];
	for (unsigned i = 0; i < r->variables; i++) {
		const unsigned long *row = r->rows + 4 * i;
		args[i] = row[0] & REVERSE_HOST ? (void *)row[3] : row[0] & REVERSE_WORD ? (void *)&row[3]
											 : (void *)row[1];
	}
	r->fn(args);
}

void ompcc_core_cpu_reverse(void (*fn)(void **), const unsigned long *rows, unsigned n, unsigned variables) {
	reverse_t r = {ompcc_core_cpu_self()->device_num, fn, rows, n, variables};
	int before = ompcc_shield();
	ompcc_cpu_outside(reverse, &r);
	ompcc_unshield(before);
}
