/* Fibers: device threads that have a stack of their own, but share an OS thread.
 *
 * A parallel region with more threads than the pool has OS threads for runs on
 * carriers: the OS thread that encounters it and its helpers. A carrier starts the
 * region's threads one after the other, on its own stack until one of them waits,
 * then on the stacks of fibers. A thread that ends leaves its stack to the next one,
 * so threads that never wait need no stack each. A fiber stays with its carrier:
 * thread-local variables keep their addresses, and a switch saves their values. */
#ifndef OMPCC_CPU_FIBER_H
#define OMPCC_CPU_FIBER_H

#include "pool.h"

typedef struct fiber fiber;
struct fiber {
	void *sp;      /* while it does not run */
	fiber *next;                 /* in its carrier's ring, or in a list of free ones */
	fiber *before;
	thread_state state;          /* while it does not run */
	const _Atomic uint32_t *word; /* it waits until *word is not old; NULL: it can run */
	uint32_t old;
	ompcc_cpu_stack_t stack;
	void *fake;                  /* AddressSanitizer's and ThreadSanitizer's state */
	void *tsan;
};

struct carrier {
	region *region;
	thread_state start;          /* the state that the region's threads start with */
	fiber own;     /* on the OS thread's stack */
	fiber *now, *from;           /* the fiber that runs, and the one before it */
	fiber *free;                 /* its thread has ended, and none is left to start */
	_Atomic uint32_t alone;      /* all other fibers' threads have ended */
	_Atomic uint32_t never;      /* stays 0: what a fiber without a thread waits for */
	unsigned polls;
};

/* What debuggers read (rt/ompd) has these sizes; the first number is that of the layout. */
#define OMPD_LAYOUT {1, sizeof(thread_state), sizeof(region), sizeof(helper), sizeof(team), sizeof(carrier), sizeof(fiber)}

/* ompcc_cpu_reserve_fibers gives up to n fibers in a list: their number. */
extern unsigned ompcc_cpu_reserve_fibers(fiber **list, unsigned n);
extern void ompcc_cpu_release_fibers(fiber *list);

/* ompcc_cpu_carry runs threads of the region until none is left, the master thread 0 first. */
extern void ompcc_cpu_carry(region *, int master);

#endif
