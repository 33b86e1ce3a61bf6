#include "pool.h"

enum { AUTO = 0,
	STATIC = 1,
	DYNAMIC = 2,
	GUIDED = 3,
	RUNTIME = 4 };

enum { SCHED_KIND = 7,
	SCHED_AUTO = 4 }; /* of omp_sched_t: all but the modifier; omp_sched_auto */

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* set_up makes the slot the loop that the thread met; others wait for "ready". */
static void set_up(loop_slot *s, const __ompcc_thread_t *self, int schedule, uint64_t trip, uint64_t chunk) {
	unsigned n = self->num_threads;
	if (schedule == RUNTIME) {
		schedule = (self->run_schedule & SCHED_KIND) == SCHED_AUTO ? AUTO : self->run_schedule & SCHED_KIND;
		chunk = self->run_chunk > 0 && schedule != AUTO ? (uint64_t)self->run_chunk : 0;
	}
	s->schedule = schedule == AUTO ? STATIC : schedule;
	s->chunk = s->schedule != STATIC && chunk == 0 ? 1 : chunk;
	s->trip = trip;
	atomic_store_explicit(&s->next, 0, memory_order_relaxed);
	atomic_store_explicit(&s->ordered, 0, memory_order_relaxed);
	atomic_store_explicit(&s->inside, n, memory_order_relaxed);
}

void ompcc_core_cpu_loop_begin(int schedule, unsigned long trip, unsigned long chunk) {
	thread_state *self = &ompcc_cpu_thread;
	region *r = self->region;
	uint32_t free_state = self->loops / LOOP_RING * 4;
	loop_slot *s = &r->loops[self->loops++ % LOOP_RING];
	if (r->n == 1)
		*s = (loop_slot){.state.value = free_state};
	uint32_t state = atomic_load_explicit(&s->state.value, memory_order_acquire);
	while (state != free_state + 2) {
		if (state != free_state) { /* being set up, or still used by slower threads */
			state = pool_wait(&s->state, state, r->spins);
		} else if (atomic_compare_exchange_strong(&s->state.value, &state, free_state + 1)) {
			set_up(s, &self->pub, schedule, trip, chunk);
			event_set(&s->state, free_state + 2);
			break;
		}
	}
	self->slot = s;
	self->done = 0;
	if (__builtin_mul_overflow(s->chunk, (uint64_t)self->pub.thread_num, &self->position))
		self->position = s->trip;
}

/* static_block is the only chunk of a static schedule without a chunk size:
 * the first trip mod n threads get one iteration more. */
static int static_block(thread_state *self, loop_slot *s, unsigned long *lo, unsigned long *hi) {
	uint64_t n = self->region->n, me = self->pub.thread_num;
	uint64_t size = s->trip / n, extra = s->trip % n;
	if (self->position++ != 0)
		return 0;
	*lo = me * size + lesser(me, extra);
	*hi = *lo + size + (me < extra);
	return *lo < *hi;
}

static int static_chunk(thread_state *self, loop_slot *s, unsigned long *lo, unsigned long *hi) {
	uint64_t at = self->position, step;
	if (at >= s->trip)
		return 0;
	*lo = at;
	*hi = at + lesser(s->chunk, s->trip - at);
	if (__builtin_mul_overflow(s->chunk, (uint64_t)self->region->n, &step) ||
		__builtin_add_overflow(at, step, &self->position))
		self->position = s->trip;
	return 1;
}

static int shared_chunk(thread_state *self, loop_slot *s, unsigned long *lo, unsigned long *hi) {
	uint64_t at = atomic_load_explicit(&s->next, memory_order_relaxed), size;
	do {
		uint64_t left = s->trip - at;
		if (left == 0)
			return 0;
		size = s->chunk;
		if (s->schedule == GUIDED && left / self->region->n > size)
			size = left / self->region->n;
		size = lesser(size, left);
	} while (!atomic_compare_exchange_weak_explicit(&s->next, &at, at + size, memory_order_relaxed, memory_order_relaxed));
	*lo = at;
	*hi = at + size;
	return 1;
}

static void leave(thread_state *self, loop_slot *s) {
	self->slot = NULL;
	if (atomic_fetch_sub(&s->inside, 1) == 1)
		event_set(&s->state, atomic_load_explicit(&s->state.value, memory_order_relaxed) + 2);
}

int ompcc_core_cpu_loop_next(unsigned long *lo, unsigned long *hi) {
	thread_state *self = &ompcc_cpu_thread;
	loop_slot *s = self->slot;
	int more;
	if (!s)
		return 0;
	if (!lo) {
		leave(self, s);
		return 0;
	}
	if (s->schedule != STATIC)
		more = shared_chunk(self, s, lo, hi);
	else if (s->chunk == 0)
		more = static_block(self, s, lo, hi);
	else
		more = static_chunk(self, s, lo, hi);
	if (!more)
		leave(self, s);
	return more;
}

void ompcc_core_cpu_ordered_begin(unsigned long iter) {
	thread_state *self = &ompcc_cpu_thread;
	loop_slot *s = self->slot;
	if (!s)
		return;
	for (;;) {
		uint32_t turn = atomic_load(&s->turn.value);
		if (atomic_load(&s->ordered) == iter)
			return;
		pool_wait(&s->turn, turn, self->region->spins);
	}
}

/* An iteration that executes no ordered region still has its turn: end is
 * called for it too, and a second end of the same iteration does nothing. */
void ompcc_core_cpu_ordered_end(unsigned long iter) {
	thread_state *self = &ompcc_cpu_thread;
	loop_slot *s = self->slot;
	if (!s || self->done == iter + 1)
		return;
	ompcc_core_cpu_ordered_begin(iter);
	self->done = iter + 1;
	atomic_store(&s->ordered, iter + 1);
	atomic_fetch_add(&s->turn.value, 1);
	event_wake(&s->turn, INT_MAX);
}
