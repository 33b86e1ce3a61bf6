#include <stdlib.h>
#include <string.h>

#include "fiber.h"

/* Helpers that are in no team; they sleep. */
static pool_mutex lock;
static helper *idle;
static unsigned helpers; /* that exist: at most as many as processors; guarded by lock */

/* After the last decrement the region is gone, but the event that the master may sleep on is a helper's, and
 * helpers stay. At worst a late look at it is a look at another region's, and wakes somebody who then sleeps
 * again. */
static void run_member(region *r) {
	event_t *running = r->running;
	if (r->carried)
		ompcc_cpu_carry(r, 0);
	else
		r->fn(r->ctx);
	ompcc_cpu_thread.team = NULL; /* which goes: debuggers see an idle thread */
	ompcc_cpu_thread.region = NULL;
	if (atomic_fetch_sub(&running->value, 1) == 1)
		event_wake(running, INT_MAX);
}

static void *serve(void *arg) {
	helper *h = arg;
	uint32_t seen = 0;
	h->self = &ompcc_cpu_thread;
	ompd_bp_thread_begin();
	for (;;) {
		seen = event_wait(&h->go, seen, ompcc_cpu_settings()->spins);
		ompcc_cpu_thread = (thread_state){.pub = h->state, .team = h->team, .region = h->region};
		run_member(h->region);
	}
	return NULL;
}

static void *serve(void *arg);

/* take_helper gives an idle helper, or a new one; NULL: there are as many as may be. */
static helper *take_helper(void) {
	helper *h = NULL;
	ompcc_cpu_mutex_lock(&lock);
	if ((h = idle)) {
		idle = h->next;
	} else if (helpers < ompcc_cpu_settings()->procs && (h = aligned_alloc(64, (sizeof *h + 63) & ~63ul))) {
		memset(h, 0, sizeof *h);
		if (ompcc_cpu_spawn(serve, h) == 0) {
			helpers++;
		} else {
			free(h);
			h = NULL;
		}
	}
	ompcc_cpu_mutex_unlock(&lock);
	return h;
}

/* gather gives the team up to want helpers and returns how many it has. */
static unsigned gather(team *t, unsigned want) {
	unsigned most = ompcc_cpu_settings()->procs - 1;
	if (want > most)
		want = most;
	while (t->nhelpers < want) {
		helper *h = take_helper();
		if (!h)
			break;
		h->next = t->helpers;
		t->helpers = h;
		t->nhelpers++;
	}
	return t->nhelpers < want ? t->nhelpers : want;
}

void ompcc_cpu_release_helpers(team *t) {
	helper *last = t->helpers;
	while (last->next)
		last = last->next;
	ompcc_cpu_mutex_lock(&lock);
	last->next = idle;
	idle = t->helpers;
	ompcc_cpu_mutex_unlock(&lock);
	t->helpers = NULL;
	t->nhelpers = 0;
}

static void start(helper *h, region *r, team *t, const __ompcc_thread_t *state) {
	h->region = r;
	h->team = t;
	h->state = *state;
	atomic_fetch_add(&h->go.value, 1);
	event_wake(&h->go, 1);
}

/* fork_join runs the region on the caller and the given number of helpers. */
static void fork_join(region *r, team *t, __ompcc_thread_t *state, unsigned helpers) {
	helper *h = helpers ? t->helpers : NULL;
	if (h) {
		r->running = &h->join;
		atomic_store_explicit(&r->running->value, helpers, memory_order_relaxed);
	}
	for (unsigned i = 1; i <= helpers; i++, h = h->next) {
		state->thread_num = state->active_num = i;
		start(h, r, t, state);
	}
	state->thread_num = 0;
	if (r->n > 1)
		state->active_num = 0;
	ompcc_cpu_thread.pub = *state;
	if (r->carried)
		ompcc_cpu_carry(r, 1);
	else
		r->fn(r->ctx);
	uint32_t left;
	while (r->running && (left = atomic_load_explicit(&r->running->value, memory_order_acquire)) != 0)
		event_wait(r->running, left, r->spins);
}

/* threads_for is the number of threads that a region may have which asks for n (0: does not
 * ask). The device supports one active level: a parallel region inside an active one
 * is inactive, and every one where the task has set the number of levels to 0
 * (OpenMP 5.2 §10.1.1). */
static unsigned threads_for(const thread_state *self, unsigned n) {
	if (!self->team || self->pub.active_level >= self->pub.max_levels)
		return 1;
	if (n == 0)
		n = self->pub.max_threads;
	if (n > self->team->pub.thread_limit)
		n = self->team->pub.thread_limit;
	return n <= 1 ? 1 : n;
}

/* staff_region gives the region its threads, fewer than it asks for if there is no
 * memory for their stacks (OpenMP 5.2 §10.1.1), and returns the number of helpers.
 * One carrier may come to start all threads but its own. */
static unsigned staff_region(region *r, team *t, unsigned n) {
	unsigned helpers = n > 1 ? gather(t, n - 1) : 0;
	r->n = 1 + helpers;
	if (n > r->n) {
		unsigned most = 1 + ompcc_cpu_reserve_fibers(&r->fibers, n - 1);
		r->carried = most > r->n && ompcc_cpu_room_for_copies(t, most);
		if (r->carried)
			r->n = most;
	}
	atomic_store_explicit(&r->next, 1, memory_order_relaxed);
	return helpers;
}

void ompcc_core_cpu_parallel(void (*fn)(void *), void *ctx, unsigned n) {
	thread_state saved = ompcc_cpu_thread;
	const pool_settings *settings = ompcc_cpu_settings();
	region r;
	region_clear(&r);
	r.fn = fn;
	r.ctx = ctx;
	r.master = &ompcc_cpu_thread;
	r.outer = &saved;
	ompd_bp_parallel_begin();
	unsigned helpers = staff_region(&r, saved.team, threads_for(&saved, n));
	if (r.n > 1)
		memset(r.loops, 0, sizeof r.loops);
	r.spins = r.n <= settings->procs ? settings->spins : 0;
	__ompcc_thread_t state = saved.pub;
	state.level++;
	state.active_level += r.n > 1;
	state.num_threads = r.n;
	if (r.n > 1) {
		state.active_at = state.level;
		state.active_threads = r.n;
	}
	state.task = 0;
	state.extents = 0;
	state.tasks = NULL;
	ompcc_cpu_thread = (thread_state){.pub = state, .team = saved.team, .region = &r, .carrier = saved.carrier};
	fork_join(&r, saved.team, &state, helpers);
	ompcc_cpu_release_fibers(r.fibers);
	ompd_bp_parallel_end();
	ompcc_cpu_thread = saved;
}

void ompcc_cpu_team_forked(void) {
	idle = NULL;
	helpers = 0;
	atomic_store(&lock.word, 0);
}
