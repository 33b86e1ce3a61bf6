/* The memory of the CPU devices, and buffers for copies between devices. Blocks are aligned to 64
 * bytes or, if less is wanted, to the next power of two from 16 on. What is given back is kept for
 * the next one that wants as much: programs map the same sizes again and again. */
#ifndef OMPCC_ARENA_H
#define OMPCC_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "../../abi/direct.h"

#pragma GCC visibility push(hidden)

/* ompcc_arena_alloc returns size bytes, NULL when there is no memory. */
extern void *ompcc_arena_alloc(size_t size);
extern void ompcc_arena_free(void *);

/* ompcc_arena_live is the number of blocks that are handed out. */
extern unsigned ompcc_arena_live(void);

/* ompcc_cpu_steps carries out n of ompcc_step_t on a CPU device (host/steps.c) and returns how many are done: the next
 * one failed. */
extern int ompcc_cpu_steps(int device, uintptr_t steps, int n);

/* Where a copy that meets memory which does not exist goes on, NULL when the
 * calling thread is not copying. __builtin_setjmp fills it in, which costs less than sigsetjmp. */
typedef struct {
	void *at[5];
} ompcc_back_t;
extern __thread ompcc_back_t *ompcc_copying;

#pragma GCC visibility pop

#endif
