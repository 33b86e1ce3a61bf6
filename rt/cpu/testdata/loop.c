/* Worksharing loops: each iteration once, for each schedule, with threads that
 * run ahead (nowait), and ordered regions in order. */
#include <string.h>

#include "check.h"

enum { TRIP = 1000, AHEAD = 40 };

typedef struct {
	int schedule;
	unsigned long trip, chunk;
	atomic_uchar seen[AHEAD][TRIP];
	unsigned long next;
} loop_t;

static void iterate(void *ctx) {
	loop_t *l = ctx;
	unsigned long lo, hi;
	for (int k = 0; k < AHEAD; k++) {
		ompcc_core_cpu_loop_begin(l->schedule, l->trip, l->chunk);
		while (ompcc_core_cpu_loop_next(&lo, &hi)) {
			CHECK(lo < hi && hi <= l->trip, "chunk %lu..%lu of %lu", lo, hi, l->trip);
			CHECK(l->schedule != 2 || l->chunk == 0 || hi - lo <= l->chunk, "chunk of %lu", hi - lo);
			for (; lo < hi; lo++)
				atomic_fetch_add(&l->seen[k][lo], 1);
		}
	}
}

static void ordered(void *ctx) {
	loop_t *l = ctx;
	unsigned long lo, hi;
	ompcc_core_cpu_loop_begin(l->schedule, l->trip, l->chunk);
	while (ompcc_core_cpu_loop_next(&lo, &hi))
		for (; lo < hi; lo++) {
			if (lo % 3 != 1) { /* some iterations have no ordered region */
				ompcc_core_cpu_ordered_begin(lo);
				CHECK(l->next <= lo, "iteration %lu after %lu", lo, l->next);
				l->next = lo;
				ompcc_core_cpu_ordered_end(lo);
			}
			ompcc_core_cpu_ordered_end(lo);
		}
}

static void huge(void *ctx) {
	unsigned long lo, hi, *total = ctx, trip = ~0ul;
	ompcc_core_cpu_loop_begin(2, trip, trip / 3);
	while (ompcc_core_cpu_loop_next(&lo, &hi))
		__atomic_fetch_add(total, hi - lo, __ATOMIC_SEQ_CST);
	ompcc_core_cpu_loop_begin(1, trip, trip / 2);
	while (ompcc_core_cpu_loop_next(&lo, &hi))
		__atomic_fetch_sub(total, hi - lo, __ATOMIC_SEQ_CST);
}

static void one(int schedule, unsigned long trip, unsigned long chunk, unsigned threads) {
	static loop_t l;
	memset(&l, 0, sizeof l);
	l.schedule = schedule;
	l.trip = trip;
	l.chunk = chunk;
	ompcc_core_cpu_parallel(iterate, &l, threads);
	for (int k = 0; k < AHEAD; k++)
		for (unsigned long i = 0; i < trip; i++)
			CHECK(l.seen[k][i] == 1, "schedule %d,%lu, %u threads: iteration %lu of %lu ran %d times", schedule, chunk,
				threads, i, trip, l.seen[k][i]);
	ompcc_core_cpu_parallel(ordered, &l, threads);
}

static void kernel(void *const *args, const __ompcc_team_t *team) {
	static const unsigned long trips[] = {0, 1, 7, 100, TRIP};
	static const unsigned long chunks[] = {0, 1, 7, 5000};
	(void)args, (void)team;
	for (int schedule = 0; schedule <= 4; schedule++)
		for (int t = 0; t < 5; t++)
			for (int c = 0; c < 4; c++)
				one(schedule, trips[t], chunks[c], 1 + (unsigned)(t + c) % 5);
	unsigned long total = 1;
	ompcc_core_cpu_parallel(huge, &total, 4);
	CHECK(total == 1, "%lu iterations lost", total);
	/* Outside of a parallel region the initial thread does it all. */
	static loop_t l;
	l = (loop_t){.schedule = 2, .trip = 10, .chunk = 3};
	iterate(&l);
	for (int i = 0; i < 10; i++)
		CHECK(l.seen[0][i] == 1, "serial iteration %d", i);
}

int main(void) {
	for (int i = 0; i < ROUNDS(10); i++)
		launch(kernel, NULL, PARALLEL, 0, 0);
	return 0;
}
