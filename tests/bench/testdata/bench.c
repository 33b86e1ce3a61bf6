/* The operations that are measured, as each compiler that is compared compiles
 * them. */
#include <omp.h>
#include <stdlib.h>

#include "bench.h"

enum { KIB = 1024, MIB = 1 << 20, ARRAYS = 100 };
static char small[KIB], large[MIB], *array[ARRAYS];
static __thread char own[KIB]; /* of each thread, so that its maps are new */
static volatile int present;

static void empty(void) {
#pragma omp target
	{
	}
}
static void map_small(void) {
#pragma omp target map(tofrom : small)
	small[0]++;
}
static void enter_exit(void) {
#pragma omp target enter data map(to : small)
#pragma omp target exit data map(from : small)
}
static void map_own(void) {
	char *p = own;
#pragma omp target map(tofrom : p[0 : KIB])
	p[0]++;
}
static void enter_exit_own(void) {
	char *p = own;
#pragma omp target enter data map(to : p[0 : KIB])
#pragma omp target exit data map(from : p[0 : KIB])
}
static void enter_exit_100(void) {
	for (int i = 0; i < ARRAYS; i++) {
		char *p = array[i];
#pragma omp target enter data map(to : p[0 : KIB])
	}
	for (int i = 0; i < ARRAYS; i++) {
		char *p = array[i];
#pragma omp target exit data map(from : p[0 : KIB])
	}
}
static void update_small(void) {
#pragma omp target update to(small)
}
static void update_large(void) {
#pragma omp target update to(large)
}
static void is_present(void) { present = omp_target_is_present(small, 0); }
static void alloc_free(void) { omp_target_free(omp_target_alloc(KIB, 0), 0); }
static void two_iterations(void) {
#pragma omp target teams distribute parallel for map(tofrom : small)
	for (int i = 0; i < 2; i++)
		small[i]++;
}

const bench_op bench_ops[] = {
    {"empty", empty, 0},
    {"map-present", map_small, 1},
    {"map-new", map_small, 0},
    {"enter-exit", enter_exit, 0},
    {"enter-exit-present", enter_exit, 1},
    {"enter-exit-100", enter_exit_100, 0},
    {"update-1KiB", update_small, 1},
    {"update-1MiB", update_large, 1},
    {"is-present", is_present, 1},
    {"alloc-free", alloc_free, 1},
    {"loop-2", two_iterations, 1},
    {"map-own", map_own, 0},
    {"enter-exit-own", enter_exit_own, 0},
    {NULL, NULL, 0},
};

void bench_begin(int mapped) {
	for (int i = 0; i < ARRAYS; i++)
		array[i] = calloc(1, KIB);
	if (mapped) {
#pragma omp target enter data map(to : small, large)
	}
}

void bench_map(char *p) {
#pragma omp target enter data map(alloc : p[0 : 8])
}
