/* Assertions of the pool's C tests. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu.h"

#ifdef SMALL
#define ROUNDS(n) ((n) / 20 + 1)
#else
#define ROUNDS(n) (n)
#endif

#define CHECK(cond, ...) \
	do { \
		if (!(cond)) { \
			fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #cond); \
			fprintf(stderr, __VA_ARGS__); \
			fprintf(stderr, "\n"); \
			exit(1); \
		} \
	} while (0)

enum { TEAMS = 2, LOOP = 4, PARALLEL = 8 };

static inline unsigned launch(ompcc_cpu_entry_t entry, void *arg, unsigned flags, unsigned teams, unsigned limit) {
	void *args[1] = {&arg};
	ompcc_cpu_launch_t l = {.entry = entry, .args = args, .flags = flags, .num_teams = teams, .thread_limit = limit, .device_num = 3};
	return ompcc_cpu_launch(&l);
}
