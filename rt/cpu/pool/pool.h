/* Inside of the pool: the state of device threads and regions.
 *
 * Two kinds of threads serve the device. League workers (league.c) claim whole
 * teams; there is one less than processors, they never wait for each other.
 * Helpers (team.c) are the further threads of a parallel region; there are as
 * many as regions ask for, since the threads of a team may wait for each other
 * at a barrier and so all have to exist, however few processors there are. */
#ifndef OMPCC_CPU_POOL_H
#define OMPCC_CPU_POOL_H

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
	event_t *running;           /* threads other than the master still in the region; NULL when n is 1 */
	event_t phase;              /* of the barrier */
	_Atomic uint32_t arrived;   /* threads at the barrier */
	_Atomic uint32_t singles;   /* single constructs that found their thread */
	void *const *source;        /* copyprivate: the addresses of the executing thread */
	loop_slot loops[LOOP_RING];
};

/* helper is a thread that waits for a place in a region. */
typedef struct helper helper;
struct helper {
	helper *next;               /* in the free list or in its team */
	event_t go;
	event_t join;               /* the running of its team's regions, if it is the team's first helper */
	region *region;
	struct team *team;
	__ompcc_thread_t state;     /* to start with */
};

/* team lives while a kernel runs for one team, on its initial thread's stack.
 * It keeps the helpers of its last parallel region for the next one. */
typedef struct team {
	__ompcc_team_t pub;
	int device_num;
	const void *tag;
	helper *helpers;
	unsigned nhelpers;
	_Atomic(struct block *) storage; /* of groupprivate variables */
} team;

/* thread is the state of the calling thread, thread-local. */
typedef struct {
	__ompcc_thread_t pub;
	team *team;                 /* NULL outside kernels */
	region *region;
	uint32_t singles, loops;    /* constructs met in this region */
	/* of the loop being executed */
	loop_slot *slot;
	uint64_t position;          /* static schedules: first iteration of the next chunk */
	uint64_t done;              /* 1 + last iteration whose ordered part is over */
} thread_state;

#define POOL_TLS __thread __attribute__((tls_model("initial-exec")))
extern POOL_TLS thread_state ompcc_cpu_thread;

/* Settings from the environment, read once. */
typedef struct {
	unsigned procs, spins;
	unsigned long stack;
	int schedule;               /* of schedule(runtime) */
	uint64_t chunk;
	int scheduled;              /* there is an OMP_SCHEDULE */
} pool_settings;
extern const pool_settings *ompcc_cpu_settings(void);

/* ompcc_cpu_under_cgroups cuts procs down to the quotas of the process's control
 * groups; root comes before the names of the system's files. */
extern unsigned ompcc_cpu_under_cgroups(unsigned procs, const char *root);

/* ompcc_cpu_spawn starts a detached thread; 0 if that was possible. */
extern int ompcc_cpu_spawn(void *(*fn)(void *), void *arg);

extern void ompcc_cpu_release_helpers(team *);
extern void ompcc_cpu_free_storage(team *);
extern void ompcc_cpu_league_forked(void);
extern void ompcc_cpu_team_forked(void);
extern void ompcc_cpu_locks_forked(void);

#pragma GCC visibility pop

#endif
