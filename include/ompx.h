/* ompx.h - extensions to OpenMP that ompcc shares with LLVM: a kernel-language
 * view of teams and threads inside a target teams region.
 *
 * Part of ompcc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Leagues and teams of OpenMP have one dimension: x. Everything here is plain
 * OpenMP, so it means the same on every device and on the host.
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

static inline int ompx_thread_id(int dim) { return dim == ompx_dim_x ? omp_get_thread_num() : 0; }
static inline int ompx_thread_id_x(void) { return omp_get_thread_num(); }
static inline int ompx_thread_id_y(void) { return 0; }
static inline int ompx_thread_id_z(void) { return 0; }

static inline int ompx_block_id(int dim) { return dim == ompx_dim_x ? omp_get_team_num() : 0; }
static inline int ompx_block_id_x(void) { return omp_get_team_num(); }
static inline int ompx_block_id_y(void) { return 0; }
static inline int ompx_block_id_z(void) { return 0; }

static inline int ompx_block_dim(int dim) { return dim == ompx_dim_x ? omp_get_num_threads() : 1; }
static inline int ompx_block_dim_x(void) { return omp_get_num_threads(); }
static inline int ompx_block_dim_y(void) { return 1; }
static inline int ompx_block_dim_z(void) { return 1; }

static inline int ompx_grid_dim(int dim) { return dim == ompx_dim_x ? omp_get_num_teams() : 1; }
static inline int ompx_grid_dim_x(void) { return omp_get_num_teams(); }
static inline int ompx_grid_dim_y(void) { return 1; }
static inline int ompx_grid_dim_z(void) { return 1; }

/* A barrier of the team. An OpenMP barrier orders memory at least as strongly
 * as any ordering that may be asked for. */
static inline void ompx_sync_block(int ordering)
{
  (void)ordering;
#pragma omp barrier
}
static inline void ompx_sync_block_acq_rel(void) { ompx_sync_block(ompx_acq_rel); }
static inline void ompx_sync_block_divergent(int ordering) { ompx_sync_block(ordering); }

#ifdef __cplusplus
}
#endif

#endif /* _OMPX_H */
