/* Dependences of the asynchronous routines (OpenMP 5.2 §18.8.7): the depend
 * objects are the host OpenMP's, so it must wait for them. */
#include <alloca.h>
#include <stddef.h>
#include <stdint.h>

#include "depend.h"

/* libgomp: {0, objects, 0, 0, 0, &object…}. */
extern void GOMP_taskwait_depend(void **) __attribute__((weak));

/* libomp: an object points past a header to the dependences it stands for. */
typedef struct {
	intptr_t base;
	size_t len;
	unsigned char flags;
} dependence_t;
extern int __kmpc_global_thread_num(void *) __attribute__((weak));
extern void __kmpc_omp_wait_deps(void *, int, int, dependence_t *, int, dependence_t *) __attribute__((weak));

static void wait_libomp(int n, ompcc_depend_t *objects) {
	int gtid = __kmpc_global_thread_num(NULL);
	for (int i = 0; i < n; i++) {
		dependence_t *d = objects[i].p[0];
		if (d)
			__kmpc_omp_wait_deps(NULL, gtid, (int)d[-1].base, d, 0, NULL);
	}
}

static void wait_libgomp(int n, ompcc_depend_t *objects) {
	void **list = alloca((size_t)(5 + n) * sizeof *list);
	list[0] = list[2] = list[3] = list[4] = NULL;
	list[1] = (void *)(intptr_t)n;
	for (int i = 0; i < n; i++)
		list[5 + i] = &objects[i];
	GOMP_taskwait_depend(list);
}

/* Without a host OpenMP there are no tasks to wait for. */
void ompcc_wait_depend(int n, ompcc_depend_t *objects) {
	if (n <= 0 || !objects)
		return;
	if (__kmpc_omp_wait_deps && __kmpc_global_thread_num)
		wait_libomp(n, objects);
	else if (GOMP_taskwait_depend)
		wait_libgomp(n, objects);
}
