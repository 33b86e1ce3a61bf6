/* Runs one operation many times: bench NAME COUNT [ENTRIES [THREADS]] prints
 * nanoseconds for each, or for "memory" and "items" what they say. Callgrind
 * counts the repetitions only. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

#include "bench.h"

static void (*chosen)(void);
static long count;

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

/* resident is the memory that the process has, in bytes. */
static double resident(void) {
	double kib = 0;
	char line[200];
	FILE *f = fopen("/proc/self/status", "r");
	while (f && fgets(line, sizeof line, f))
		sscanf(line, "VmRSS: %lf", &kib);
	if (f)
		fclose(f);
	return kib * 1024;
}

/* add maps n items of 8 bytes each and returns where they are. */
static char *add(char *many, long first, long n) {
	for (long i = first; i < n; i++)
		bench_map(many + 64 * i);
	return many;
}

static char *storage(long n) {
	char *p = malloc((size_t)n * 64 + 64);
	return memset(p, 1, (size_t)n * 64 + 64);
}

static void memory_of_items(void) {
	char *many = add(storage(count), 0, 1); /* the runtime is at work by then */
	double before = resident();
	add(many, 1, count);
	printf("%.1f\n", (resident() - before) / (double)(count - 1));
}

static void run(int threads) {
	pthread_t thread[threads];
	chosen();
	chosen();
	CALLGRIND_START_INSTRUMENTATION;
	double start = now();
	for (int i = 1; i < threads; i++)
		pthread_create(&thread[i], NULL, repeat, NULL);
	repeat(NULL);
	for (int i = 1; i < threads; i++)
		pthread_join(thread[i], NULL);
	double end = now();
	CALLGRIND_STOP_INSTRUMENTATION;
	printf("%.1f\n", (end - start) / (double)count / threads);
}

int main(int argc, char **argv) {
	const char *name = argc > 1 ? argv[1] : "none";
	count = argc > 2 ? atol(argv[2]) : 1;
	if (!strcmp(name, "none")) /* linked, not used */
		return 0;
	if (!strcmp(name, "memory")) {
		if (count)
			bench_ops[0].run();
		printf("%.0f\n", resident());
		return 0;
	}
	if (!strcmp(name, "items")) {
		memory_of_items();
		return 0;
	}
	for (int i = 0; bench_ops[i].name; i++)
		if (!strcmp(name, bench_ops[i].name)) {
			chosen = bench_ops[i].run;
			bench_begin(bench_ops[i].mapped);
		}
	if (!chosen)
		return 2;
	long entries = argc > 3 ? atol(argv[3]) : 0;
	add(storage(entries), 0, entries);
	run(argc > 4 ? atoi(argv[4]) : 1);
	return 0;
}
