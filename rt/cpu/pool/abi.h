/* Generated from rt/abi (go test ./rt/cpu -update). */
#ifndef OMPCC_CPU_ABI_H
#define OMPCC_CPU_ABI_H

typedef struct {
  unsigned team_num, num_teams;
  unsigned thread_limit;              /* most threads a parallel region of the team may have */
  unsigned num_threads;               /* default for parallel without num_threads */
} __ompcc_team_t;
typedef struct {                      /* execution context of the calling device thread (thread-local, never NULL in a kernel) */
  unsigned thread_num, num_threads;   /* in the innermost parallel region */
  unsigned level, active_level;
  unsigned team_num, num_teams, thread_limit;
  unsigned max_threads;               /* nthreads-var; a kernel may set it */
  int device_num;
  int run_schedule, run_chunk;        /* run-sched-var, as omp_sched_t and its chunk size (< 1: default); a kernel may set them */
  unsigned task;                      /* bit 0: in an explicit task, bit 1: in a final one; kernels set it */
  unsigned max_levels;                /* max-active-levels-var, 0 or 1; a kernel may set it */
  void *tasks;                        /* the explicit tasks of the implicit one that are not complete; kernels set it */
  unsigned long allocator;            /* def-allocator-var, 0: omp_default_mem_alloc; kernels set it */
  unsigned active_at;                 /* the level of the active region around, 0: none */
  unsigned active_num, active_threads; /* thread_num and num_threads there */
  unsigned max_teams, teams_thread_limit; /* nteams-var and teams-thread-limit-var of the device, 0: not set */
  unsigned num_procs;
  unsigned long space;                /* sizes of the league and its thread limit, as __ompcc_space packs them; kernels set it */
  unsigned long extents;              /* of the team, as __ompcc_team_extents packs them; the threads of regions set it */
  void *gprivate;                     /* what __ompcc_cpu_gprivate returned to the team, NULL: nothing; kernels set it */
} __ompcc_thread_t;
extern const __ompcc_thread_t *__ompcc_cpu_self(void);
/* fork: runs fn(ctx) on n threads (0: default; 1: serial) of the calling team, with an implied barrier at the end */
extern void __ompcc_cpu_parallel(void (*fn)(void *), void *ctx, unsigned n);
extern void __ompcc_cpu_barrier(void);
extern int  __ompcc_cpu_single(void);                 /* 1 in the thread that executes the next single construct */
extern void __ompcc_cpu_copyprivate(void *const *addr, const unsigned long *size, unsigned n, int source);
extern void __ompcc_cpu_critical_begin(const char *name);
extern void __ompcc_cpu_critical_end(const char *name);
/* dynamic and guided schedules: loop_begin once a thread, then loop_next until 0, or with NULL to leave before */
extern void __ompcc_cpu_loop_begin(int schedule, unsigned long trip, unsigned long chunk);
extern int  __ompcc_cpu_loop_next(unsigned long *lo, unsigned long *hi);
extern void __ompcc_cpu_ordered_begin(unsigned long iter);
extern void __ompcc_cpu_ordered_end(unsigned long iter);
extern void __ompcc_cpu_lock(void);                   /* reductions and atomics without an instruction */
extern void __ompcc_cpu_unlock(void);
extern void __ompcc_cpu_yield(void);                  /* a look at what another thread may change: one of the same OS thread goes on */
/* the calling device thread's copy of a thread-local variable, of which own is the OS thread's */
extern void *__ompcc_cpu_thread_storage(void *own, unsigned long size, unsigned long align);
/* the calling team's copy of the groupprivate variable key, with no value at first; NULL: no memory */
extern void *__ompcc_cpu_gprivate(unsigned long word); /* gives the team the memory that dyn_groupprivate asks for (rt/devlib/gprivate.h) */
extern void *__ompcc_cpu_team_storage(const void *key, unsigned long size, unsigned long align);
extern void __ompcc_error(int fatal, const char *where, const char *message); /* prints the message; fatal: and ends the program */
extern void *__ompcc_cpu_function(void *p);           /* what a call through p calls: the device version of a host function */
/* calls the function of a reverse-offload region with n rows of four words, those of its variables first (rt/abi/reverse.go);
   n is 0: with rows */
extern void __ompcc_cpu_reverse(void (*fn)(void **), const unsigned long *rows, unsigned n, unsigned variables);

#endif
