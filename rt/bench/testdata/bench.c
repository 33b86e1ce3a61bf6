/* One operation of the runtime, many times: bench NAME COUNT [ENTRIES [THREADS]]
 * prints nanoseconds for each. Compiled by each compiler that is compared. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KIB = 1024, MIB = 1 << 20, ARRAYS = 100 };
static char small[KIB], large[MIB], *array[ARRAYS];
static long count;
static int present;

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
static void is_present(void) { present += omp_target_is_present(small, 0); }
static void two_iterations(void) {
#pragma omp target teams distribute parallel for map(tofrom : small)
	for (int i = 0; i < 2; i++)
		small[i]++;
}

static const struct {
	const char *name;
	void (*run)(void);
	int mapped;
} ops[] = {
    {"empty", empty, 0},
    {"map-present", map_small, 1},
    {"map-new", map_small, 0},
    {"enter-exit", enter_exit, 0},
    {"enter-exit-present", enter_exit, 1},
    {"enter-exit-100", enter_exit_100, 0},
    {"update-1KiB", update_small, 1},
    {"update-1MiB", update_large, 1},
    {"is-present", is_present, 1},
    {"loop-2", two_iterations, 1},
};

static void (*chosen)(void);
static void *repeat(void *unused) {
	for (long i = 0; i < count; i++)
		chosen();
	return unused;
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv) {
	long entries = argc > 3 ? atol(argv[3]) : 0;
	int threads = argc > 4 ? atoi(argv[4]) : 1;
	count = argc > 2 ? atol(argv[2]) : 1;
	for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
		if (argc > 1 && !strcmp(argv[1], ops[i].name)) {
			chosen = ops[i].run;
			if (ops[i].mapped) {
#pragma omp target enter data map(to : small, large)
			}
		}
	if (!chosen)
		return 2;
	for (int i = 0; i < ARRAYS; i++)
		array[i] = calloc(1, KIB);
	char *many = malloc((size_t)entries * 64 + 1);
	for (long i = 0; i < entries; i++) {
		char *p = many + 64 * i;
#pragma omp target enter data map(alloc : p[0 : 8])
	}
	chosen();
	pthread_t thread[threads];
	double start = now();
	for (int i = 1; i < threads; i++)
		pthread_create(&thread[i], NULL, repeat, NULL);
	repeat(NULL);
	for (int i = 1; i < threads; i++)
		pthread_join(thread[i], NULL);
	printf("%.1f\n", (now() - start) / (double)count / threads);
	return present < 0;
}
