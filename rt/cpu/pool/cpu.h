/* What the runtime calls of the CPU device's execution. */
#ifndef OMPCC_CPU_H
#define OMPCC_CPU_H

#include <stdint.h>

#include "abi.h"

#pragma GCC visibility push(hidden)

typedef void (*ompcc_cpu_entry_t)(void *const *args, const __ompcc_team_t *team);

/* One kernel launch. Zero in a number means: none requested. */
typedef struct {
	ompcc_cpu_entry_t entry;
	void *const *args;            /* args[i] points to parameter i's value */
	unsigned flags;               /* Kernel flags of the ABI */
	unsigned num_teams;
	unsigned thread_limit;
	unsigned num_threads;
	unsigned max_teams;           /* the device's nteams-var */
	unsigned teams_thread_limit;  /* and teams-thread-limit-var */
	unsigned long trip;           /* iterations of the distributed loop, 0: unknown */
	int device_num;
	const void *tag;              /* what ompcc_cpu_job returns in the kernel */
} ompcc_cpu_launch_t;

/* ompcc_cpu_launch runs the league and returns when all of it is done: the
 * number of teams. It cannot fail: without threads the caller runs every team.
 * Any number of host threads may launch at once. */
extern unsigned ompcc_cpu_launch(const ompcc_cpu_launch_t *);

/* ompcc_cpu_teams is the number of teams that such a launch gets. */
extern unsigned ompcc_cpu_teams(const ompcc_cpu_launch_t *);

/* ompcc_cpu_num_procs is the number of processors the process may use:
 * its affinity mask, cut down to the quota of its control group. */
extern unsigned ompcc_cpu_num_procs(void);

/* ompcc_cpu_job is the tag of the launch that the calling thread executes, NULL
 * outside of kernels. */
extern const void *ompcc_cpu_job(void);

/* ompcc_cpu_team_frame is an address on the stack of the thread that executes
 * the calling thread's team-level code: the kernel's frames lie below it. */
extern uintptr_t ompcc_cpu_team_frame(void);

/* ompcc_cpu_in_kernel tells whether the caller is a thread of the device. */
extern int ompcc_cpu_in_kernel(void);

/* ompcc_cpu_outside calls f on a thread of the device, which is a thread of the host meanwhile. */
extern void ompcc_cpu_outside(void (*f)(void *), void *ctx);

/* ompcc_cpu_stack is the calling device thread's own stack, NULL if it runs on the OS
 * thread's. checks belongs to the checked mode. */
typedef struct {
	uintptr_t lo, hi;
	void *checks;
} ompcc_cpu_stack_t;
extern ompcc_cpu_stack_t *ompcc_cpu_stack(void);

/* ompcc_cpu_in_team_storage tells whether n bytes at a lie in a groupprivate
 * variable of the calling thread's team. */
extern int ompcc_cpu_in_team_storage(uintptr_t a, size_t n);

/* What kernels call: the bodies behind the __ompcc_cpu_ functions of the ABI.
 *
 * An ordered loop uses loop_begin and loop_next whatever its schedule, and
 * calls ordered_end(iter) at the end of every iteration (a second call for the
 * same iteration does nothing), so that iterations without an ordered region
 * pass on their turn. Schedules are those of the region IR: 0 auto, 1 static,
 * 2 dynamic, 3 guided, 4 runtime; chunk 0 is none. */
extern const __ompcc_thread_t *ompcc_core_cpu_self(void);
extern void ompcc_core_cpu_parallel(void (*fn)(void *), void *ctx, unsigned n);
extern void ompcc_core_cpu_barrier(void);
extern int ompcc_core_cpu_single(void);
extern void ompcc_core_cpu_copyprivate(void *const *addr, const unsigned long *size, unsigned n, int source);
extern void ompcc_core_cpu_critical_begin(const char *name);
extern void ompcc_core_cpu_critical_end(const char *name);
extern void ompcc_core_cpu_loop_begin(int schedule, unsigned long trip, unsigned long chunk);
extern int ompcc_core_cpu_loop_next(unsigned long *lo, unsigned long *hi);
extern void ompcc_core_cpu_ordered_begin(unsigned long iter);
extern void ompcc_core_cpu_ordered_end(unsigned long iter);
extern void ompcc_core_cpu_lock(void);
extern void ompcc_core_cpu_unlock(void);
extern void ompcc_core_cpu_yield(void);
extern void *ompcc_core_cpu_thread_storage(void *own, unsigned long size, unsigned long align);
extern void *ompcc_core_cpu_team_storage(const void *key, unsigned long size, unsigned long align);

#pragma GCC visibility pop

#endif
