/* Inside of the pool: the state of device threads and regions.
 *
 * Two kinds of threads serve the device. League workers (league.c) claim whole
 * teams; there is one less than processors, they never wait for each other.
 * Helpers (team.c) execute further threads of parallel regions; there are at most
 * as many as processors. The threads of a team may wait for each other at a barrier
 * and so all have to exist: those beyond the helpers are fibers (fiber.c). */
#ifndef OMPCC_CPU_POOL_H
#define OMPCC_CPU_POOL_H

#include <stddef.h>
#include <string.h>

#include "cpu.h"
#include "event.h"
#include "mutex.h"

#pragma GCC visibility push(hidden)

#define LOOP_RING 8 /* loops that a nowait thread may be ahead of the slowest */

#define KERNEL_TEAMS 2u    /* abi.KernelTeams */
#define KERNEL_PARALLEL 8u /* abi.KernelParallel */

/* loop_slot is one worksharing loop that is being executed. Its generation g
 * counts uses of the slot; state goes 4g (free), 4g+1 (being set up), 4g+2
 * (ready), and to 4(g+1) when the last thread has left. */
typedef struct {
	event_t state;
	event_t turn;               /* changes whenever ordered changes */
	_Atomic uint64_t next;      /* first iteration not handed out */
	_Atomic uint64_t ordered;   /* iteration whose ordered region may run */
	_Atomic uint32_t inside;    /* threads that have not left */
	uint64_t trip, chunk;
	int schedule;
} loop_slot;

typedef struct region region;
struct region {
	void (*fn)(void *);
	void *ctx;
	unsigned n;                 /* threads */
	unsigned spins;             /* 0 when there are more threads than processors */
	int carried;                /* the threads are fibers */
	_Atomic uint32_t next;      /* of carried threads: the next one to start */
	struct fiber *fibers;       /* that no thread has; guarded by lock */
	pool_mutex lock;
	event_t *running;           /* threads other than the master still in the region; NULL when n is 1 */
	event_t phase;              /* of the barrier */
	_Atomic uint32_t arrived;   /* threads at the barrier */
	_Atomic uint32_t singles;   /* single constructs that found their thread */
	void *const *source;        /* copyprivate: the addresses of the executing thread */
	const void *master, *outer; /* for debuggers: the state of its thread 0, and what that was outside of the region */
	loop_slot loops[LOOP_RING]; /* not initialised in a region of one thread: each loop does it */
};

/* region_clear clears a region but for its loops. */
static inline void region_clear(region *r) { memset(r, 0, offsetof(region, loops)); }

/* helper is a thread that waits for a place in a region. */
typedef struct helper helper;
struct helper {
	helper *next;               /* in the free list or in its team */
	event_t go;
	event_t join;               /* the running of its team's regions, if it is the team's first helper */
	region *region;
	struct team *team;
	__ompcc_thread_t state;     /* to start with */
	const void *self;           /* for debuggers: its thread_state */
};

typedef struct carrier carrier;

/* team lives while a kernel runs for one team, on its initial thread's stack.
 * It keeps the helpers of its last parallel region for the next one. */
typedef struct team {
	__ompcc_team_t pub;
	int device_num;
	const void *tag;
	helper *helpers;
	unsigned nhelpers;
	_Atomic(struct block *) storage; /* of groupprivate variables */
	struct copy **copies;       /* of thread-local variables, for each fiber's thread number */
	unsigned ncopies;
} team;

/* thread is the state of the calling thread, thread-local. */
typedef struct {
	__ompcc_thread_t pub;
	team *team;                 /* NULL outside kernels */
	region *region;
	carrier *carrier;           /* of the fibers that the thread is one of, NULL: it has an OS thread */
	uint32_t singles, loops;    /* constructs met in this region */
	/* of the loop being executed */
	loop_slot *slot;
	uint64_t position;          /* static schedules: first iteration of the next chunk */
	uint64_t done;              /* 1 + last iteration whose ordered part is over */
} thread_state;

extern void ompd_bp_thread_begin(void), ompd_bp_parallel_begin(void), ompd_bp_parallel_end(void);

#define POOL_TLS __thread __attribute__((tls_model("initial-exec")))
extern POOL_TLS thread_state ompcc_cpu_thread;

/* ompcc_cpu_wait_word returns once *word is not old; the calling thread's carrier
 * runs other fibers meanwhile. */
extern void ompcc_cpu_wait_word(const _Atomic uint32_t *word, uint32_t old);

/* pool_wait is event_wait for device threads. */
static inline uint32_t pool_wait(event_t *e, uint32_t old, unsigned spins) {
	if (!ompcc_cpu_thread.carrier)
		return event_wait(e, old, spins);
	atomic_fetch_add(&e->sleepers, 1);
	ompcc_cpu_wait_word(&e->value, old);
	atomic_fetch_sub(&e->sleepers, 1);
	return atomic_load(&e->value);
}

/* Settings from the environment, read once. */
typedef struct {
	unsigned procs, spins;
	unsigned long stack;
	int schedule;               /* of schedule(runtime) */
	uint64_t chunk;
	int scheduled;              /* there is an OMP_SCHEDULE */
} pool_settings;
extern pool_settings ompcc_cpu_setting;
extern _Atomic int ompcc_cpu_settings_known; /* ompcc_cpu_setting has been read */
extern void ompcc_cpu_read_settings(void);
static inline const pool_settings *ompcc_cpu_settings(void) {
	if (!atomic_load_explicit(&ompcc_cpu_settings_known, memory_order_acquire))
		ompcc_cpu_read_settings();
	return &ompcc_cpu_setting;
}

/* ompcc_cpu_under_cgroups cuts procs down to the quotas of the process's control
 * groups; root comes before the names of the system's files. */
extern unsigned ompcc_cpu_under_cgroups(unsigned procs, const char *root);

/* ompcc_cpu_spawn starts a detached thread; 0 if that was possible. */
extern int ompcc_cpu_spawn(void *(*fn)(void *), void *arg);

extern void ompcc_cpu_release_helpers(team *);
extern void ompcc_cpu_free_storage(team *);
extern int ompcc_cpu_room_for_copies(team *, unsigned threads);
extern void ompcc_cpu_league_forked(void);
extern void ompcc_cpu_team_forked(void);
extern void ompcc_cpu_locks_forked(void);
extern void ompcc_cpu_fibers_forked(void);

#pragma GCC visibility pop

#endif
