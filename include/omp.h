/* omp.h - the routines, types and constants of OpenMP 6.0 for C and C++.
 *
 * Part of ompcc, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The host part of a program runs on the host compiler's OpenMP runtime
 * (libgomp or libomp). Types whose size the specification leaves open are
 * therefore as large as the larger of the two, so that objects compiled by
 * gcc, by clang and by ompcc can be linked into one program.
 */
#ifndef _OMP_H
#define _OMP_H

#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define __OMP_NOTHROW throw()
#else
#define __OMP_NOTHROW __attribute__((__nothrow__))
#endif

/* ---- Parallel regions (6.0 chapter 21) --------------------------------- */

typedef enum omp_sched_t {
  omp_sched_static = 0x1,
  omp_sched_dynamic = 0x2,
  omp_sched_guided = 0x3,
  omp_sched_auto = 0x4,
  omp_sched_monotonic = 0x80000000u
} omp_sched_t;

extern void omp_set_num_threads(int num_threads) __OMP_NOTHROW;
extern int omp_get_num_threads(void) __OMP_NOTHROW;
extern int omp_get_thread_num(void) __OMP_NOTHROW;
extern int omp_get_max_threads(void) __OMP_NOTHROW;
extern int omp_get_thread_limit(void) __OMP_NOTHROW;
extern int omp_in_parallel(void) __OMP_NOTHROW;
extern void omp_set_dynamic(int dynamic_threads) __OMP_NOTHROW;
extern int omp_get_dynamic(void) __OMP_NOTHROW;
extern void omp_set_nested(int nested) __OMP_NOTHROW; /* deprecated */
extern int omp_get_nested(void) __OMP_NOTHROW;        /* deprecated */
extern void omp_set_schedule(omp_sched_t kind, int chunk_size) __OMP_NOTHROW;
extern void omp_get_schedule(omp_sched_t *kind, int *chunk_size) __OMP_NOTHROW;
extern int omp_get_supported_active_levels(void) __OMP_NOTHROW;
extern void omp_set_max_active_levels(int max_levels) __OMP_NOTHROW;
extern int omp_get_max_active_levels(void) __OMP_NOTHROW;
extern int omp_get_level(void) __OMP_NOTHROW;
extern int omp_get_ancestor_thread_num(int level) __OMP_NOTHROW;
extern int omp_get_team_size(int level) __OMP_NOTHROW;
extern int omp_get_active_level(void) __OMP_NOTHROW;
extern int omp_get_num_procs(void) __OMP_NOTHROW;
extern int omp_get_cancellation(void) __OMP_NOTHROW;

/* ---- Several dimensions (6.1 chapter 29) ------------------------------- */

extern int omp_get_num_threads_dim(int dim) __OMP_NOTHROW;
extern int omp_get_thread_num_dim(int dim) __OMP_NOTHROW;
extern int omp_get_num_teams_dim(int dim) __OMP_NOTHROW;
extern int omp_get_team_num_dim(int dim) __OMP_NOTHROW;
extern int omp_get_thread_limit_dim(int dim) __OMP_NOTHROW;

/* ---- Teams (6.0 chapter 22) -------------------------------------------- */

extern int omp_get_num_teams(void) __OMP_NOTHROW;
extern int omp_get_team_num(void) __OMP_NOTHROW;
extern void omp_set_num_teams(int num_teams) __OMP_NOTHROW;
extern int omp_get_max_teams(void) __OMP_NOTHROW;
extern void omp_set_teams_thread_limit(int thread_limit) __OMP_NOTHROW;
extern int omp_get_teams_thread_limit(void) __OMP_NOTHROW;

/* ---- Tasks (6.0 chapter 23) -------------------------------------------- */

extern int omp_get_max_task_priority(void) __OMP_NOTHROW;
extern int omp_in_explicit_task(void) __OMP_NOTHROW;
extern int omp_in_final(void) __OMP_NOTHROW;
extern int omp_is_free_agent(void) __OMP_NOTHROW;
extern int omp_ancestor_is_free_agent(int level) __OMP_NOTHROW;

typedef enum omp_event_handle_t {
  __omp_event_min = 0,
  __omp_event_max = UINTPTR_MAX /* an event is a pointer of the host runtime */
} omp_event_handle_t;

extern void omp_fulfill_event(omp_event_handle_t event) __OMP_NOTHROW;

/* The type of a depend object. gcc demands a structure of two pointers;
 * libomp keeps one pointer in it. */
typedef struct omp_depend_t {
  void *__omp_depend[2];
} omp_depend_t;

typedef enum omp_impex_t {
  omp_not_impex = 0,
  omp_import = 1,
  omp_export = 2,
  omp_impex = 3
} omp_impex_t;

/* ---- Threads' places and affinity (6.0 chapter 29) --------------------- */

typedef enum omp_proc_bind_t {
  omp_proc_bind_false = 0,
  omp_proc_bind_true = 1,
  omp_proc_bind_primary = 2,
  omp_proc_bind_master = omp_proc_bind_primary, /* deprecated */
  omp_proc_bind_close = 3,
  omp_proc_bind_spread = 4
} omp_proc_bind_t;

extern omp_proc_bind_t omp_get_proc_bind(void) __OMP_NOTHROW;
extern int omp_get_num_places(void) __OMP_NOTHROW;
extern int omp_get_place_num_procs(int place_num) __OMP_NOTHROW;
extern void omp_get_place_proc_ids(int place_num, int *ids) __OMP_NOTHROW;
extern int omp_get_place_num(void) __OMP_NOTHROW;
extern int omp_get_partition_num_places(void) __OMP_NOTHROW;
extern void omp_get_partition_place_nums(int *place_nums) __OMP_NOTHROW;
/* libomp's own omp_…affinity… are Fortran's; C programs call ompc_…. */
#if defined(__clang__)
#define omp_set_affinity_format ompc_set_affinity_format
#define omp_get_affinity_format ompc_get_affinity_format
#define omp_display_affinity ompc_display_affinity
#define omp_capture_affinity ompc_capture_affinity
#endif
extern void omp_set_affinity_format(const char *format) __OMP_NOTHROW;
extern size_t omp_get_affinity_format(char *buffer, size_t size) __OMP_NOTHROW;
extern void omp_display_affinity(const char *format) __OMP_NOTHROW;
extern size_t omp_capture_affinity(char *buffer, size_t size, const char *format) __OMP_NOTHROW;

/* ---- Devices (6.0 chapter 24) ------------------------------------------ */

enum {
  omp_initial_device = -1,
  omp_default_device = -5, /* 6.1: the default device, whichever that is when the number is used */
  omp_invalid_device = -42,
  omp_unassigned_thread = -42
};

extern void omp_set_default_device(int device_num) __OMP_NOTHROW;
extern int omp_get_default_device(void) __OMP_NOTHROW;
extern int omp_get_num_devices(void) __OMP_NOTHROW;
extern int omp_get_device_num(void) __OMP_NOTHROW;
extern int omp_get_device_from_uid(const char *uid) __OMP_NOTHROW;
extern const char *omp_get_uid_from_device(int device_num) __OMP_NOTHROW;
extern int omp_is_initial_device(void) __OMP_NOTHROW;
extern int omp_get_initial_device(void) __OMP_NOTHROW;
extern int omp_get_max_progress_width(int device_num) __OMP_NOTHROW;
/* What the current contention group's threads have (6.0 §20.1). */
#define omp_curr_progress_width omp_get_max_progress_width(omp_get_device_num())
extern int omp_get_device_num_teams(int device_num) __OMP_NOTHROW;
extern void omp_set_device_num_teams(int num_teams, int device_num) __OMP_NOTHROW;
extern int omp_get_device_teams_thread_limit(int device_num) __OMP_NOTHROW;
extern void omp_set_device_teams_thread_limit(int thread_limit, int device_num) __OMP_NOTHROW;

/* ---- Device memory (6.0 chapter 25) ------------------------------------ */

extern void *omp_target_alloc(size_t size, int device_num) __OMP_NOTHROW;
extern void omp_target_free(void *device_ptr, int device_num) __OMP_NOTHROW;
extern int omp_target_is_present(const void *ptr, int device_num) __OMP_NOTHROW;
extern int omp_target_is_accessible(const void *ptr, size_t size, int device_num) __OMP_NOTHROW;
extern void *omp_get_mapped_ptr(const void *ptr, int device_num) __OMP_NOTHROW;
extern int omp_target_associate_ptr(const void *host_ptr, const void *device_ptr, size_t size,
                                    size_t device_offset, int device_num) __OMP_NOTHROW;
extern int omp_target_disassociate_ptr(const void *ptr, int device_num) __OMP_NOTHROW;

extern int omp_target_memcpy(void *dst, const void *src, size_t length, size_t dst_offset,
                             size_t src_offset, int dst_device_num,
                             int src_device_num) __OMP_NOTHROW;
extern int omp_target_memcpy_rect(void *dst, const void *src, size_t element_size, int num_dims,
                                  const size_t *volume, const size_t *dst_offsets,
                                  const size_t *src_offsets, const size_t *dst_dimensions,
                                  const size_t *src_dimensions, int dst_device_num,
                                  int src_device_num) __OMP_NOTHROW;
extern int omp_target_memcpy_async(void *dst, const void *src, size_t length, size_t dst_offset,
                                   size_t src_offset, int dst_device_num, int src_device_num,
                                   int depobj_count, omp_depend_t *depobj_list) __OMP_NOTHROW;
extern int omp_target_memcpy_rect_async(void *dst, const void *src, size_t element_size,
                                        int num_dims, const size_t *volume,
                                        const size_t *dst_offsets, const size_t *src_offsets,
                                        const size_t *dst_dimensions, const size_t *src_dimensions,
                                        int dst_device_num, int src_device_num, int depobj_count,
                                        omp_depend_t *depobj_list) __OMP_NOTHROW;
extern void *omp_target_memset(void *ptr, int val, size_t count, int device_num) __OMP_NOTHROW;
extern void *omp_target_memset_async(void *ptr, int val, size_t count, int device_num,
                                     int depobj_count, omp_depend_t *depobj_list) __OMP_NOTHROW;

/* ---- Interoperability (6.0 chapter 26) --------------------------------- */

typedef intptr_t omp_intptr_t;
typedef uintptr_t omp_uintptr_t;

typedef void *omp_interop_t;
#define omp_interop_none ((omp_interop_t)0)

typedef enum omp_interop_property_t {
  omp_ipr_fr_id = -1,
  omp_ipr_fr_name = -2,
  omp_ipr_vendor = -3,
  omp_ipr_vendor_name = -4,
  omp_ipr_device_num = -5,
  omp_ipr_platform = -6,
  omp_ipr_device = -7,
  omp_ipr_device_context = -8,
  omp_ipr_targetsync = -9,
  omp_ipr_first = omp_ipr_targetsync
} omp_interop_property_t;

typedef enum omp_interop_rc_t {
  omp_irc_no_value = 1,
  omp_irc_success = 0,
  omp_irc_empty = -1,
  omp_irc_out_of_range = -2,
  omp_irc_type_int = -3,
  omp_irc_type_ptr = -4,
  omp_irc_type_str = -5,
  omp_irc_other = -6
} omp_interop_rc_t;

typedef enum omp_interop_fr_t {
  omp_ifr_cuda = 1,
  omp_ifr_cuda_driver = 2,
  omp_ifr_opencl = 3,
  omp_ifr_sycl = 4,
  omp_ifr_hip = 5,
  omp_ifr_level_zero = 6,
  omp_ifr_hsa = 7,
  omp_ifr_last = omp_ifr_hsa
} omp_interop_fr_t;

extern int omp_get_num_interop_properties(const omp_interop_t interop) __OMP_NOTHROW;
extern omp_intptr_t omp_get_interop_int(const omp_interop_t interop,
                                        omp_interop_property_t property_id,
                                        int *ret_code) __OMP_NOTHROW;
extern void *omp_get_interop_ptr(const omp_interop_t interop, omp_interop_property_t property_id,
                                 int *ret_code) __OMP_NOTHROW;
extern const char *omp_get_interop_str(const omp_interop_t interop,
                                       omp_interop_property_t property_id,
                                       int *ret_code) __OMP_NOTHROW;
extern const char *omp_get_interop_name(const omp_interop_t interop,
                                        omp_interop_property_t property_id) __OMP_NOTHROW;
extern const char *omp_get_interop_type_desc(const omp_interop_t interop,
                                             omp_interop_property_t property_id) __OMP_NOTHROW;
extern const char *omp_get_interop_rc_desc(const omp_interop_t interop,
                                           omp_interop_rc_t ret_code) __OMP_NOTHROW;

/* ---- Memory management (6.0 chapter 27) -------------------------------- */

typedef enum omp_memspace_handle_t {
  omp_null_mem_space = -1,   /* the values of the official header for these two */
  omp_default_mem_space = 0, /* are swapped: libgomp's and libomp's default is 0 */
  omp_large_cap_mem_space = 1,
  omp_const_mem_space = 2,
  omp_high_bw_mem_space = 3,
  omp_low_lat_mem_space = 4,
  omp_cgroup_mem_space = 5,
  llvm_omp_target_host_mem_space = 100, /* LLVM's extensions: of the default device */
  llvm_omp_target_shared_mem_space = 101,
  llvm_omp_target_device_mem_space = 102,
  __omp_max_mem_space = INTPTR_MAX /* handles of the runtime are addresses */
} omp_memspace_handle_t;

typedef enum omp_allocator_handle_t {
  omp_null_allocator = 0,
  omp_default_mem_alloc = 1,
  omp_large_cap_mem_alloc = 2,
  omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4,
  omp_low_lat_mem_alloc = 5,
  omp_cgroup_mem_alloc = 6,
  omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8,
  llvm_omp_target_host_mem_alloc = 100,
  llvm_omp_target_shared_mem_alloc = 101,
  llvm_omp_target_device_mem_alloc = 102,
  __omp_max_mem_alloc = UINTPTR_MAX /* handles of the runtime are addresses */
} omp_allocator_handle_t;

typedef enum omp_alloctrait_key_t {
  omp_atk_sync_hint = 1,
  omp_atk_alignment = 2,
  omp_atk_access = 3,
  omp_atk_pool_size = 4,
  omp_atk_fallback = 5,
  omp_atk_fb_data = 6,
  omp_atk_pinned = 7,
  omp_atk_partition = 8,
  omp_atk_pin_device = 9,
  omp_atk_preferred_device = 10,
  omp_atk_device_access = 11,
  omp_atk_target_access = 12,
  omp_atk_atomic_scope = 13,
  omp_atk_part_size = 14,
  omp_atk_partitioner = 15,
  omp_atk_partioner = omp_atk_partitioner, /* as the official header spells it */
  omp_atk_partitioner_arg = 16,
  omp_atk_partioner_arg = omp_atk_partitioner_arg
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t {
  omp_atv_false = 0,
  omp_atv_true = 1,
  omp_atv_contended = 3,
  omp_atv_uncontended = 4,
  omp_atv_serialized = 5,
  omp_atv_sequential = omp_atv_serialized, /* deprecated */
  omp_atv_private = 6,
  omp_atv_device = 7,
  omp_atv_thread = 8,
  omp_atv_pteam = 9,
  omp_atv_cgroup = 10,
  omp_atv_default_mem_fb = 11,
  omp_atv_null_fb = 12,
  omp_atv_abort_fb = 13,
  omp_atv_allocator_fb = 14,
  omp_atv_environment = 15,
  omp_atv_nearest = 16,
  omp_atv_blocked = 17,
  omp_atv_interleaved = 18,
  omp_atv_all = 19,
  omp_atv_single = 20,
  omp_atv_multiple = 21,
  omp_atv_memspace = 22,
  omp_atv_partitioner = 23,
  omp_atv_partioner = omp_atv_partitioner /* as the official header spells it */
} omp_alloctrait_value_t;

#define omp_atv_default ((omp_uintptr_t)-1)

typedef omp_uintptr_t omp_alloctrait_val_t;

typedef struct omp_alloctrait_t {
  omp_alloctrait_key_t key;
  omp_uintptr_t value;
} omp_alloctrait_t;

typedef void *omp_mempartition_t;
typedef void *omp_mempartitioner_t;

typedef enum omp_mempartitioner_lifetime_t {
  omp_static_mempartition = 1,
  omp_allocator_mempartition = 2,
  omp_dynamic_mempartition = 3
} omp_mempartitioner_lifetime_t;

typedef void (*omp_mempartitioner_compute_proc_t)(omp_memspace_handle_t memspace,
                                                  size_t allocation_size,
                                                  omp_alloctrait_val_t partitioner_arg,
                                                  omp_mempartition_t *partition);
typedef void (*omp_mempartitioner_release_proc_t)(omp_mempartition_t *partition);

extern omp_memspace_handle_t omp_get_devices_memspace(int ndevs, const int *devs,
                                                      omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_memspace_handle_t omp_get_device_memspace(int dev,
                                                     omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_memspace_handle_t
omp_get_devices_and_host_memspace(int ndevs, const int *devs,
                                  omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_memspace_handle_t
omp_get_device_and_host_memspace(int dev, omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_memspace_handle_t
omp_get_devices_all_memspace(omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern int omp_get_memspace_num_resources(omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern size_t omp_get_memspace_pagesize(omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_memspace_handle_t omp_get_submemspace(omp_memspace_handle_t memspace, int num_resources,
                                                 int *resources) __OMP_NOTHROW;

extern void
omp_init_mempartitioner(omp_mempartitioner_t *partitioner, omp_mempartitioner_lifetime_t lifetime,
                        omp_mempartitioner_compute_proc_t compute_proc,
                        omp_mempartitioner_release_proc_t release_proc) __OMP_NOTHROW;
extern void omp_destroy_mempartitioner(const omp_mempartitioner_t *partitioner) __OMP_NOTHROW;
extern void omp_init_mempartition(omp_mempartition_t *partition, size_t nparts, const void *user_data) __OMP_NOTHROW;
extern void omp_destroy_mempartition(const omp_mempartition_t *partition) __OMP_NOTHROW;
extern int omp_mempartition_set_part(omp_mempartition_t *partition, size_t part, int resource,
                                     size_t size) __OMP_NOTHROW;
extern void *omp_mempartition_get_user_data(const omp_mempartition_t *partition) __OMP_NOTHROW;

extern omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t memspace, int ntraits,
                                                 const omp_alloctrait_t traits[]) __OMP_NOTHROW;
extern void omp_destroy_allocator(omp_allocator_handle_t allocator) __OMP_NOTHROW;
extern void omp_set_default_allocator(omp_allocator_handle_t allocator) __OMP_NOTHROW;
extern omp_allocator_handle_t omp_get_default_allocator(void) __OMP_NOTHROW;
extern omp_allocator_handle_t
omp_get_devices_allocator(int ndevs, const int *devs, omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_allocator_handle_t omp_get_device_allocator(int dev,
                                                       omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_allocator_handle_t
omp_get_devices_and_host_allocator(int ndevs, const int *devs,
                                   omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_allocator_handle_t
omp_get_device_and_host_allocator(int dev, omp_memspace_handle_t memspace) __OMP_NOTHROW;
extern omp_allocator_handle_t
omp_get_devices_all_allocator(omp_memspace_handle_t memspace) __OMP_NOTHROW;

#ifdef __cplusplus
#define __OMP_ALLOC(name) omp_allocator_handle_t name = omp_null_allocator
#else
#define __OMP_ALLOC(name) omp_allocator_handle_t name
#endif

extern void *omp_alloc(size_t size, __OMP_ALLOC(allocator)) __OMP_NOTHROW;
extern void *omp_aligned_alloc(size_t alignment, size_t size, __OMP_ALLOC(allocator)) __OMP_NOTHROW;
extern void *omp_calloc(size_t nmemb, size_t size, __OMP_ALLOC(allocator)) __OMP_NOTHROW;
extern void *omp_aligned_calloc(size_t alignment, size_t nmemb, size_t size,
                                __OMP_ALLOC(allocator)) __OMP_NOTHROW;
extern void *omp_realloc(void *ptr, size_t size, __OMP_ALLOC(allocator),
                         __OMP_ALLOC(free_allocator)) __OMP_NOTHROW;
extern void omp_free(void *ptr, __OMP_ALLOC(allocator)) __OMP_NOTHROW;

#undef __OMP_ALLOC

/* ---- Locks (6.0 chapter 28) -------------------------------------------- */

typedef struct omp_lock_t {
  void *__omp_lock; /* libgomp: 4 bytes, libomp: a pointer */
} omp_lock_t;

typedef struct omp_nest_lock_t {
  void *__omp_nest_lock[2]; /* libgomp: 16 bytes, libomp: a pointer */
} omp_nest_lock_t;

typedef enum omp_sync_hint_t {
  omp_sync_hint_none = 0x0,
  omp_lock_hint_none = omp_sync_hint_none,
  omp_sync_hint_uncontended = 0x1,
  omp_lock_hint_uncontended = omp_sync_hint_uncontended,
  omp_sync_hint_contended = 0x2,
  omp_lock_hint_contended = omp_sync_hint_contended,
  omp_sync_hint_nonspeculative = 0x4,
  omp_lock_hint_nonspeculative = omp_sync_hint_nonspeculative,
  omp_sync_hint_speculative = 0x8,
  omp_lock_hint_speculative = omp_sync_hint_speculative
} omp_sync_hint_t;

typedef omp_sync_hint_t omp_lock_hint_t; /* deprecated */

extern void omp_init_lock(omp_lock_t *lock) __OMP_NOTHROW;
extern void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint) __OMP_NOTHROW;
extern void omp_destroy_lock(omp_lock_t *lock) __OMP_NOTHROW;
extern void omp_set_lock(omp_lock_t *lock) __OMP_NOTHROW;
extern void omp_unset_lock(omp_lock_t *lock) __OMP_NOTHROW;
extern int omp_test_lock(omp_lock_t *lock) __OMP_NOTHROW;

extern void omp_init_nest_lock(omp_nest_lock_t *lock) __OMP_NOTHROW;
extern void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint) __OMP_NOTHROW;
extern void omp_destroy_nest_lock(omp_nest_lock_t *lock) __OMP_NOTHROW;
extern void omp_set_nest_lock(omp_nest_lock_t *lock) __OMP_NOTHROW;
extern void omp_unset_nest_lock(omp_nest_lock_t *lock) __OMP_NOTHROW;
extern int omp_test_nest_lock(omp_nest_lock_t *lock) __OMP_NOTHROW;

/* ---- Resources, timing, environment, tools (6.0 chapters 30 and 31) ---- */

typedef enum omp_pause_resource_t {
  omp_pause_soft = 1,
  omp_pause_hard = 2,
  omp_pause_stop_tool = 3
} omp_pause_resource_t;

extern int omp_pause_resource(omp_pause_resource_t kind, int device_num) __OMP_NOTHROW;
extern int omp_pause_resource_all(omp_pause_resource_t kind) __OMP_NOTHROW;

extern double omp_get_wtime(void) __OMP_NOTHROW;
extern double omp_get_wtick(void) __OMP_NOTHROW;
extern void omp_display_env(int verbose) __OMP_NOTHROW;

typedef enum omp_control_tool_t {
  omp_control_tool_start = 1,
  omp_control_tool_pause = 2,
  omp_control_tool_flush = 3,
  omp_control_tool_end = 4
} omp_control_tool_t;

typedef enum omp_control_tool_result_t {
  omp_control_tool_notool = -2,
  omp_control_tool_nocallback = -1,
  omp_control_tool_success = 0,
  omp_control_tool_ignored = 1
} omp_control_tool_result_t;

extern int omp_control_tool(int command, int modifier, void *arg) __OMP_NOTHROW;

/* ---- Memory that the clause dyn_groupprivate gives a team (6.1) ------------ */

typedef enum omp_access_t {
  omp_access_cgroup = 0,
  omp_access_pteam = 1
} omp_access_t;

extern void *omp_get_dyn_gprivate_ptr(size_t offset, omp_access_t access_group) __OMP_NOTHROW;
extern void *omp_get_dyn_gprivate_nofb_ptr(size_t offset, omp_access_t access_group) __OMP_NOTHROW;
extern size_t omp_get_dyn_gprivate_size(omp_access_t access_group) __OMP_NOTHROW;
extern omp_memspace_handle_t omp_get_dyn_gprivate_memspace(omp_access_t access_group) __OMP_NOTHROW;
extern size_t omp_get_gprivate_limit(int device_num, omp_access_t access_group) __OMP_NOTHROW;

/* ---- LLVM's extensions --------------------------------------------------- */

/* Memory of a device, of the host for both, and such as moves to where it is used. */
extern void *llvm_omp_target_alloc_device(size_t size, int device_num) __OMP_NOTHROW;
extern void *llvm_omp_target_alloc_host(size_t size, int device_num) __OMP_NOTHROW;
extern void *llvm_omp_target_alloc_shared(size_t size, int device_num) __OMP_NOTHROW;
extern void llvm_omp_target_free_device(void *ptr, int device_num) __OMP_NOTHROW;
extern void llvm_omp_target_free_host(void *ptr, int device_num) __OMP_NOTHROW;
extern void llvm_omp_target_free_shared(void *ptr, int device_num) __OMP_NOTHROW;
extern void *llvm_omp_target_dynamic_shared_alloc(void) __OMP_NOTHROW;
extern void ompx_dump_mapping_tables(void) __OMP_NOTHROW;

#if defined(__clang__) /* libomp's own */
typedef int omp_int_t;
typedef double omp_wtime_t;
typedef void *kmp_affinity_mask_t;
extern int kmp_get_stacksize(void) __OMP_NOTHROW;
extern void kmp_set_stacksize(int size) __OMP_NOTHROW;
extern size_t kmp_get_stacksize_s(void) __OMP_NOTHROW;
extern void kmp_set_stacksize_s(size_t size) __OMP_NOTHROW;
extern int kmp_get_blocktime(void) __OMP_NOTHROW;
extern void kmp_set_blocktime(int msec) __OMP_NOTHROW;
extern int kmp_get_library(void) __OMP_NOTHROW;
extern void kmp_set_library(int kind) __OMP_NOTHROW;
extern void kmp_set_library_serial(void) __OMP_NOTHROW;
extern void kmp_set_library_turnaround(void) __OMP_NOTHROW;
extern void kmp_set_library_throughput(void) __OMP_NOTHROW;
extern void kmp_set_defaults(const char *settings) __OMP_NOTHROW;
extern void kmp_set_disp_num_buffers(int n) __OMP_NOTHROW;
extern int kmp_set_affinity(kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern int kmp_get_affinity(kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern int kmp_get_affinity_max_proc(void) __OMP_NOTHROW;
extern void kmp_create_affinity_mask(kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern void kmp_destroy_affinity_mask(kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern int kmp_set_affinity_mask_proc(int proc, kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern int kmp_unset_affinity_mask_proc(int proc, kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern int kmp_get_affinity_mask_proc(int proc, kmp_affinity_mask_t *mask) __OMP_NOTHROW;
extern void *kmp_malloc(size_t size) __OMP_NOTHROW;
extern void *kmp_aligned_malloc(size_t size, size_t alignment) __OMP_NOTHROW;
extern void *kmp_calloc(size_t n, size_t size) __OMP_NOTHROW;
extern void *kmp_realloc(void *ptr, size_t size) __OMP_NOTHROW;
extern void kmp_free(void *ptr) __OMP_NOTHROW;
extern void kmp_set_warnings_on(void) __OMP_NOTHROW;
extern void kmp_set_warnings_off(void) __OMP_NOTHROW;
#endif

#undef __OMP_NOTHROW

#ifdef __cplusplus
}

#if __cplusplus >= 201103L
#include <memory>

namespace omp {
namespace allocator {
template <class T> struct default_mem : public std::allocator<T> {};
template <class T> struct large_cap_mem : public std::allocator<T> {};
template <class T> struct const_mem : public std::allocator<T> {};
template <class T> struct high_bw_mem : public std::allocator<T> {};
template <class T> struct low_lat_mem : public std::allocator<T> {};
template <class T> struct cgroup_mem : public std::allocator<T> {};
template <class T> struct pteam_mem : public std::allocator<T> {};
template <class T> struct thread_mem : public std::allocator<T> {};
} // namespace allocator
} // namespace omp
#endif
#endif

#if defined(__OMPCC_SANITIZE_OFFLOAD__) && !defined(__cplusplus)
#include <omp-checked.h>
#endif

#endif /* _OMP_H */
