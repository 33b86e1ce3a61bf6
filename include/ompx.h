/* ompx.h - extensions to OpenMP that ompcc shares with LLVM: a kernel-language
 * view of teams and threads inside a target teams region.
 *
 * Part of ompcc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Leagues and teams of OpenMP have one dimension. A region of ompx_bare may see
 * them in three: threads and teams have the same numbers, x fastest. All but the
 * functions of warps means the same on every device and on the host.
 */
#ifndef _OMPX_H
#define _OMPX_H

#include "omp.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ompx_relaxed = __ATOMIC_RELAXED,
  ompx_acquire = __ATOMIC_ACQUIRE,
  ompx_release = __ATOMIC_RELEASE,
  ompx_acq_rel = __ATOMIC_ACQ_REL,
  ompx_seq_cst = __ATOMIC_SEQ_CST
};

enum { ompx_dim_x = 0, ompx_dim_y = 1, ompx_dim_z = 2 };

/* Threads and teams as the routines of 6.1 tell them; a parallel region inside of the region has one dimension. */
#ifdef __OMPCC__
#define __OMPX_DIM(name, dim, otherwise) omp_get_##name##_dim(dim)
#else
#define __OMPX_DIM(name, dim, otherwise) ((dim) == ompx_dim_x ? omp_get_##name() : (otherwise))
#endif

static inline int ompx_thread_id(int dim) { return __OMPX_DIM(thread_num, dim, 0); }
static inline int ompx_thread_id_x(void) { return ompx_thread_id(ompx_dim_x); }
static inline int ompx_thread_id_y(void) { return ompx_thread_id(ompx_dim_y); }
static inline int ompx_thread_id_z(void) { return ompx_thread_id(ompx_dim_z); }

static inline int ompx_block_id(int dim) { return __OMPX_DIM(team_num, dim, 0); }
static inline int ompx_block_id_x(void) { return ompx_block_id(ompx_dim_x); }
static inline int ompx_block_id_y(void) { return ompx_block_id(ompx_dim_y); }
static inline int ompx_block_id_z(void) { return ompx_block_id(ompx_dim_z); }

static inline int ompx_block_dim(int dim) { return __OMPX_DIM(num_threads, dim, 1); }
static inline int ompx_block_dim_x(void) { return ompx_block_dim(ompx_dim_x); }
static inline int ompx_block_dim_y(void) { return ompx_block_dim(ompx_dim_y); }
static inline int ompx_block_dim_z(void) { return ompx_block_dim(ompx_dim_z); }

static inline int ompx_grid_dim(int dim) { return __OMPX_DIM(num_teams, dim, 1); }
static inline int ompx_grid_dim_x(void) { return ompx_grid_dim(ompx_dim_x); }
static inline int ompx_grid_dim_y(void) { return ompx_grid_dim(ompx_dim_y); }
static inline int ompx_grid_dim_z(void) { return ompx_grid_dim(ompx_dim_z); }

/* A barrier of the team. An OpenMP barrier orders memory at least as strongly
 * as any ordering that may be asked for. */
static inline void ompx_sync_block(int ordering)
{
  (void)ordering;
#pragma omp barrier
}
static inline void ompx_sync_block_acq_rel(void) { ompx_sync_block(ompx_acq_rel); }
static inline void ompx_sync_block_divergent(int ordering) { ompx_sync_block(ordering); }

/* Votes and shuffles among the threads of a warp that mask names. A thread of a CPU is a
 * warp of its own. width is a power of two: who would read beyond its group of so many
 * threads reads its own value. On AMD GPUs ballot is for warps of 64 (gfx9): the assembler
 * refuses it elsewhere. */
static inline unsigned long ompx_ballot_sync(unsigned long mask, int pred) { return mask & (pred != 0); }

static inline int ompx_shfl_down_sync_i(unsigned long mask, int var, unsigned delta, int width)
{
  (void)mask, (void)delta, (void)width;
  return var;
}

#ifdef __OMPCC__ /* other compilers take the above for them, as for the host */
#pragma omp begin declare variant match(device = {arch(nvptx64)})
/* Threads of a warp may come here on different paths, which bar.sync (barrier.sync.aligned)
 * forbids (PTX ISA 9.7.13.1). barrier.sync counts threads in whole warps. */
static inline void ompx_sync_block_divergent(int ordering)
{
  int n = omp_get_num_threads();
  if (n % 32)
    ompx_sync_block(ordering);
  else
    __asm__ volatile("barrier.sync 2, %0;" : : "r"(n) : "memory");
}

static inline unsigned long ompx_ballot_sync(unsigned long mask, int pred)
{
  unsigned r;
  __asm__ volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }" : "=r"(r) : "r"(pred), "r"((unsigned)mask));
  return r;
}

static inline int ompx_shfl_down_sync_i(unsigned long mask, int var, unsigned delta, int width)
{
  int r;
  __asm__ volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;"
                   : "=r"(r) : "r"(var), "r"(delta), "r"((32 - width) << 8 | 0x1f), "r"((unsigned)mask));
  return r;
}
#pragma omp end declare variant

#pragma omp begin declare variant match(device = {arch(amdgcn)})
static inline unsigned long ompx_ballot_sync(unsigned long mask, int pred)
{
  unsigned lo, hi; /* from gfx10 on, wavefronts have 32 lanes */
  __asm__ volatile(".if .amdgcn.gfx_generation_number < 10\n\tv_cmp_ne_u32_e32 vcc, 0, %2\n\ts_mov_b32 %0, vcc_lo\n\ts_mov_b32 %1, vcc_hi\n\t"
                   ".else\n\tv_cmp_ne_u32_e32 vcc_lo, 0, %2\n\ts_mov_b32 %0, vcc_lo\n\ts_mov_b32 %1, 0\n\t.endif"
                   : "=&s"(lo), "=&s"(hi)
                   : "v"(pred)
                   : "vcc");
  return ((unsigned long)hi << 32 | lo) & mask;
}

static inline int ompx_shfl_down_sync_i(unsigned long mask, int var, unsigned delta, int width)
{
  int self, r;
  (void)mask;
  __asm__ volatile("v_mbcnt_lo_u32_b32 %0, -1, 0\n\tv_mbcnt_hi_u32_b32 %0, -1, %0" : "=&v"(self));
  int from = (int)(delta + (unsigned)(self & (width - 1))) >= width ? self : self + (int)delta;
  __asm__ volatile("ds_bpermute_b32 %0, %1, %2\n\ts_waitcnt lgkmcnt(0)" : "=&v"(r) : "v"(from << 2), "v"(var));
  return r;
}
#pragma omp end declare variant
#endif

static inline float ompx_shfl_down_sync_f(unsigned long mask, float var, unsigned delta, int width)
{
  union { float f; int i; } x = {var};
  x.i = ompx_shfl_down_sync_i(mask, x.i, delta, width);
  return x.f;
}

static inline long ompx_shfl_down_sync_l(unsigned long mask, long var, unsigned delta, int width)
{
  union { long l; int i[2]; } x = {var};
  x.i[0] = ompx_shfl_down_sync_i(mask, x.i[0], delta, width);
  x.i[1] = ompx_shfl_down_sync_i(mask, x.i[1], delta, width);
  return x.l;
}

static inline double ompx_shfl_down_sync_d(unsigned long mask, double var, unsigned delta, int width)
{
  union { double d; long l; } x = {var};
  x.l = ompx_shfl_down_sync_l(mask, x.l, delta, width);
  return x.d;
}

#ifdef __cplusplus
}
#endif

#endif /* _OMPX_H */
