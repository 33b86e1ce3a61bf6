#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "pool.h"

/* Threads that are given to launches beside those that launched: never more than
 * leave a processor for the latter, unless the program says how many it wants. */
static _Atomic uint32_t given;

/* One league at a time uses the workers. A launch that finds them taken runs
 * its teams on its own thread: then every processor is busy anyway, and more
 * threads would only take turns.
 *
 * unclaimed is the claim counter. A worker that takes a team by compare-and-swap has taken it of the current
 * league, whatever happened since it read the counter, because a league does not end before its claimed teams. So
 * the worker reads the job only after the claim. Late workers find 0, and the launch need not wait for them. */
static struct {
	_Atomic uint32_t taken;          /* a league uses the workers */
	_Atomic uint32_t unclaimed;
	event_t posted;                  /* changes with every league */
	event_t unfinished;              /* teams */
	unsigned workers;                /* started; guarded by taken */
	int full;   /* no more can be started */
	ompcc_cpu_launch_t job;
	__ompcc_team_t team;
} league;

#define ON_HOST {.pub = {.num_threads = 1, .num_teams = 1, .thread_limit = INT_MAX, .max_threads = 1, .device_num = -1, .max_levels = 1}}

POOL_TLS thread_state ompcc_cpu_thread = ON_HOST;

void ompcc_cpu_outside(void (*f)(void *), void *ctx) {
	thread_state saved = ompcc_cpu_thread;
	ompcc_cpu_thread = (thread_state)ON_HOST;
	f(ctx);
	ompcc_cpu_thread = saved;
}

const __ompcc_thread_t *ompcc_core_cpu_self(void) { return &ompcc_cpu_thread.pub; }

const void *ompcc_cpu_job(void) { return ompcc_cpu_thread.team ? ompcc_cpu_thread.team->tag : NULL; }

uintptr_t ompcc_cpu_team_frame(void) { return (uintptr_t)ompcc_cpu_thread.team; }

int ompcc_cpu_in_kernel(void) { return ompcc_cpu_thread.team != NULL; }

static void run_team(const ompcc_cpu_launch_t *job, const __ompcc_team_t *shape, unsigned number) {
	static const thread_state idle = ON_HOST;
	const thread_state *before = &idle; /* the thread's state outside of kernels is always that */
	thread_state saved;
	if (ompcc_cpu_thread.team) {
		saved = ompcc_cpu_thread;
		before = &saved;
	}
	team t = {.pub = *shape, .device_num = job->device_num, .tag = job->tag};
	const pool_settings *settings = ompcc_cpu_settings();
	region initial;
	region_clear(&initial);
	initial.n = 1;
	initial.fn = (void (*)(void *))(uintptr_t)job->entry;
	initial.master = &ompcc_cpu_thread;
	initial.outer = before;
	t.pub.team_num = number;
	ompcc_cpu_thread = (thread_state){
		.pub = {
			.num_threads = 1,
			.team_num = number,
			.num_teams = shape->num_teams,
			.thread_limit = shape->thread_limit,
			.max_threads = shape->num_threads,
			.max_levels = 1,
			.device_num = job->device_num,
			.run_schedule = settings->schedule == 0 ? 4 : settings->schedule, /* omp_sched_auto is 4 */
			.run_chunk = settings->chunk > INT_MAX ? INT_MAX : (int)settings->chunk,
			.max_teams = job->max_teams,
			.teams_thread_limit = job->teams_thread_limit,
			.num_procs = settings->procs,
		},
		.team = &t,
		.region = &initial,
	};
	job->entry(job->args, &t.pub);
	if (t.helpers)
		ompcc_cpu_release_helpers(&t);
	ompcc_cpu_free_storage(&t);
	ompcc_cpu_thread = *before;
}

/* claim takes a team of the present league; 0: there is none. */
static unsigned claim(void) {
	uint32_t left = atomic_load_explicit(&league.unclaimed, memory_order_acquire);
	while (left != 0 && !atomic_compare_exchange_weak_explicit(&league.unclaimed, &left, left - 1, memory_order_acq_rel, memory_order_acquire))
		;
	return left;
}

static unsigned work(void) {
	unsigned left, done = 0;
	while ((left = claim()) != 0) {
		run_team(&league.job, &league.team, league.team.num_teams - left);
		done++;
		if (atomic_fetch_sub(&league.unfinished.value, 1) == 1)
			event_wake(&league.unfinished, 1);
	}
	return done;
}

static void *worker(void *unused) {
	unsigned spins = ompcc_cpu_settings()->spins;
	(void)unused;
	ompd_bp_thread_begin();
	for (;;) {
		uint32_t seen = atomic_load(&league.posted.value);
		work();
		event_wait(&league.posted, seen, spins);
	}
	return NULL;
}

/* hire starts workers up to want; called with the workers taken. */
static void hire(unsigned want) {
	while (league.workers < want && !league.full) {
		if (ompcc_cpu_spawn(worker, NULL) != 0)
			league.full = 1;
		else
			league.workers++;
	}
}

static void run_shared(const ompcc_cpu_launch_t *job, const __ompcc_team_t *shape, unsigned others) {
	unsigned n = shape->num_teams;
	hire(others);
	league.job = *job;
	league.team = *shape;
	atomic_store_explicit(&league.unfinished.value, n, memory_order_relaxed);
	atomic_store(&league.unclaimed, n);
	atomic_fetch_add(&league.posted.value, 1);
	event_wake(&league.posted, (int)others);
	work();
	uint32_t left;
	while ((left = atomic_load_explicit(&league.unfinished.value, memory_order_acquire)) != 0)
		event_wait(&league.unfinished, left, ompcc_cpu_settings()->spins);
}

static unsigned at_most(unsigned long limit, unsigned n) { return limit < n ? (unsigned)limit : n; }

unsigned ompcc_cpu_teams(const ompcc_cpu_launch_t *job) {
	if (!(job->flags & KERNEL_TEAMS))
		return 1;
	if (job->num_teams)
		return job->num_teams;
	unsigned procs = ompcc_cpu_settings()->procs;
	return job->trip ? at_most(job->trip, procs) : procs;
}

/* shape_of fills in what the program left to the implementation: as many teams
 * as processors, and the processors that are left over as threads of the teams. */
static __ompcc_team_t shape_of(const ompcc_cpu_launch_t *job) {
	unsigned procs = ompcc_cpu_settings()->procs;
	__ompcc_team_t shape = {.num_teams = ompcc_cpu_teams(job)};
	shape.thread_limit = job->thread_limit ? job->thread_limit : INT_MAX;
	shape.num_threads = job->num_threads ? job->num_threads : procs / at_most(procs, shape.num_teams);
	shape.num_threads = at_most(shape.thread_limit, shape.num_threads);
	return shape;
}

/* reserve takes up to want threads. */
static unsigned reserve(unsigned want) {
	unsigned most = ompcc_cpu_settings()->procs - 1, n;
	uint32_t now = atomic_load_explicit(&given, memory_order_relaxed);
	do
		n = at_most(want, now < most ? most - now : 0);
	while (n && !atomic_compare_exchange_weak_explicit(&given, &now, now + n, memory_order_relaxed, memory_order_relaxed));
	return n;
}

/* staff reserves what the shape asks for: a thread for each further team that runs at
 * once, and those of the teams' parallel regions. With fewer, teams run one after the
 * other, and regions get fewer threads unless the program says how many. Returns the
 * number of threads, of which *others are for teams. */
static unsigned staff(const ompcc_cpu_launch_t *job, __ompcc_team_t *shape, unsigned *others) {
	unsigned teams = at_most(ompcc_cpu_settings()->procs, shape->num_teams);
	unsigned each = !job->num_threads && job->flags & KERNEL_PARALLEL ? shape->num_threads - 1 : 0;
	unsigned want = teams - 1 + teams * each, n = want ? reserve(want) : 0;
	*others = at_most(n, teams - 1);
	if (n < want && each)
		shape->num_threads = 1 + (n - *others) / (*others + 1);
	return n;
}

unsigned ompcc_cpu_launch(const ompcc_cpu_launch_t *job) {
	__ompcc_team_t shape = shape_of(job);
	uint32_t idle = 0;
	unsigned others, n = staff(job, &shape, &others);
	if (others && atomic_compare_exchange_strong(&league.taken, &idle, 1)) {
		run_shared(job, &shape, others);
		atomic_store_explicit(&league.taken, 0, memory_order_release);
	} else {
		for (unsigned i = 0; i < shape.num_teams; i++)
			run_team(job, &shape, i);
	}
	if (n)
		atomic_fetch_sub_explicit(&given, n, memory_order_relaxed);
	return shape.num_teams;
}

void ompcc_cpu_league_forked(void) {
	memset(&league, 0, sizeof league);
	atomic_store(&given, 0);
}
