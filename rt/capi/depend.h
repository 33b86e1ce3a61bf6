#ifndef OMPCC_DEPEND_H
#define OMPCC_DEPEND_H

/* omp_depend_t of omp.h, large enough for both host runtimes. */
typedef struct {
	void *p[2];
} ompcc_depend_t;

#pragma GCC visibility push(hidden)

/* ompcc_wait_depend returns when the tasks that the objects stand for are done. */
extern void ompcc_wait_depend(int n, ompcc_depend_t *objects);

#pragma GCC visibility pop

#endif
