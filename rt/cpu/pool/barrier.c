#include <string.h>

#include "pool.h"

void ompcc_core_cpu_barrier(void) {
	region *r = ompcc_cpu_thread.region;
	if (!r || r->n == 1)
		return;
	uint32_t phase = atomic_load_explicit(&r->phase.value, memory_order_relaxed);
	if (atomic_fetch_add(&r->arrived, 1) + 1 == r->n) {
		atomic_store_explicit(&r->arrived, 0, memory_order_relaxed);
		event_set(&r->phase, phase + 1);
	} else {
		pool_wait(&r->phase, phase, r->spins);
	}
}

/* The k-th single construct of a region goes to the thread that moves the
 * region's counter from k to k+1. A thread at its k-th construct has passed
 * k-1 others, so the counter is never below k. */
int ompcc_core_cpu_single(void) {
	thread_state *self = &ompcc_cpu_thread;
	region *r = self->region;
	uint32_t mine = self->singles++;
	if (!r || r->n == 1)
		return 1;
	return atomic_compare_exchange_strong(&r->singles, &mine, mine + 1);
}

/* Two barriers: the values must stand before they are read, and the executing
 * thread must not leave (they may be on its stack) before all have read. */
void ompcc_core_cpu_copyprivate(void *const *addr, const unsigned long *size, unsigned n, int source) {
	region *r = ompcc_cpu_thread.region;
	if (!r || r->n == 1)
		return;
	if (source)
		r->source = addr;
	ompcc_core_cpu_barrier();
	for (unsigned i = 0; !source && i < n; i++)
		memcpy(addr[i], r->source[i], size[i]);
	ompcc_core_cpu_barrier();
}
