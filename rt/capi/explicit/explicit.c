/* omp_in_explicit_task (OpenMP 5.2 §18.5.2) for host runtimes that lack it: libgomp until version 13, libomp until
 * version 14. It is an object of its own in the archive. Only in programs that call it, the runtime calls the
 * functions of their tasks through it (rt/capi/task/host.c asks for that). So it knows which thread executes a
 * task, and at which level. The tasks' data stay as they are, which the host runtimes read, so each function has a
 * caller of its own. Of several modules with this object that share a runtime, one has the callers. */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../task/explicittasks.h"

#pragma weak dlsym

extern int omp_get_level(void) __attribute__((weak));
extern int __ompcc_host_hooked(void);

enum { CALLERS = 1024 };

/* functions[i] is what the i-th caller calls. */
static _Atomic(void *) functions[CALLERS];

/* inside is one more than the level of the parallel regions around the explicit
 * task that the thread executes: in a parallel region that the task encounters,
 * the level is another. */
static __thread int inside __attribute__((tls_model("initial-exec")));

static int level(void) { return omp_get_level ? omp_get_level() : 0; }

static int enter(void) {
	int before = inside;
	inside = level() + 1;
	return before;
}

static void call_gomp(int i, void *data) {
	int before = enter();
	((explicit_gomp_t *)functions[i])(data);
	inside = before;
}

static int call_kmp(int i, int thread, void *task) {
	int before = enter();
	int result = ((explicit_kmp_t *)functions[i])(thread, task);
	inside = before;
	return result;
}

#define CALLER(n) \
	static void gomp_##n(void *data) { call_gomp(0x##n, data); } \
	static int kmp_##n(int thread, void *task) { return call_kmp(0x##n, thread, task); }
#define GOMP(n) gomp_##n,
#define KMP(n) kmp_##n,
/* clang-format off */
#define X16(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9) M(n##a) M(n##b) M(n##c) M(n##d) M(n##e) M(n##f)
#define X256(M, n) \
	X16(M, n##0) X16(M, n##1) X16(M, n##2) X16(M, n##3) X16(M, n##4) X16(M, n##5) X16(M, n##6) X16(M, n##7) \
	X16(M, n##8) X16(M, n##9) X16(M, n##a) X16(M, n##b) X16(M, n##c) X16(M, n##d) X16(M, n##e) X16(M, n##f)
#define ALL(M) X256(M, 0) X256(M, 1) X256(M, 2) X256(M, 3)
/* clang-format on */

ALL(CALLER)
static explicit_gomp_t *const gomp_callers[] = {ALL(GOMP)};
static explicit_kmp_t *const kmp_callers[] = {ALL(KMP)};

/* caller is the number of a function's caller. */
static int caller(void *function) {
	unsigned at = (unsigned)((uintptr_t)function >> 4) * 2654435761u;
	for (unsigned k = 0; k < CALLERS; k++) {
		unsigned i = (at + k) % CALLERS;
		void *there = NULL;
		if (atomic_compare_exchange_strong(&functions[i], &there, function) || there == function)
			return (int)i;
	}
	fprintf(stderr, "ompcc: error: omp_in_explicit_task: the program has more than %d kinds of tasks\n", CALLERS);
	exit(1);
}

static explicit_gomp_t *gomp_caller(explicit_gomp_t *f) { return gomp_callers[caller((void *)f)]; }
static explicit_kmp_t *kmp_caller(explicit_kmp_t *f) { return kmp_callers[caller((void *)f)]; }
static void leave(int before) { inside = before; }
static int is_inside(void) { return inside == level() + 1; }

static const explicit_tasks_t own = {gomp_caller, kmp_caller, enter, leave, is_inside};
static const explicit_tasks_t *used = &own;
__attribute__((constructor)) static void see_tasks(void) { used = __ompcc_explicit(&own); }

int omp_in_explicit_task(void) {
	static _Atomic(void *) known;
	void *real = atomic_load_explicit(&known, memory_order_relaxed);
	if (!real) {
		real = dlsym ? dlsym(RTLD_NEXT, "omp_in_explicit_task") : NULL;
		if (!real && !__ompcc_host_hooked()) {
			fprintf(stderr, "ompcc: error: omp_in_explicit_task: the host's OpenMP runtime does not have it, and its tasks cannot be seen in this program; link the program dynamically\n");
			exit(1);
		}
		atomic_store_explicit(&known, real ? real : (void *)omp_in_explicit_task, memory_order_relaxed);
	} else if (real == (void *)omp_in_explicit_task) {
		real = NULL;
	}
	return real ? ((int (*)(void))real)() : used->inside();
}
