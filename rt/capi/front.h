/* The table through which the public symbols of any module reach the runtime
 * of the process. */
#ifndef OMPCC_FRONT_H
#define OMPCC_FRONT_H

#include "allocator.h"
#include "shim.h"
#include "task.h"
#include "../sanitize/sanitize.h"

#pragma GCC visibility push(hidden)

/* A runtime's functions. size tells copies of different age apart: an older
 * one is never elected when it lacks what a front wants. */
typedef struct {
	size_t size;
	void (*enter_module)(__ompcc_module_t *);
	void (*leave_module)(__ompcc_module_t *);
	int (*target)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
	void (*target_host_end)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *);
	void (*data_begin)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
	void (*data_end)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
	void (*enter_data)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
	void (*exit_data)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
	void (*update)(const void *, const __ompcc_construct_t *, const __ompcc_launch_t *, __ompcc_arg_t *);
	void (*interop_init)(const void *, const __ompcc_construct_t *, void **, long, unsigned, unsigned, const int *);
	void (*interop_use)(const void *, const __ompcc_construct_t *, void **, unsigned);
	void (*interop_destroy)(const void *, const __ompcc_construct_t *, void **, unsigned);
	int (*device_matches)(long, unsigned, const char *);
	void (*mapper_push)(__ompcc_mapper_t *, const __ompcc_item_t *, void *, void *, unsigned long);
	const __ompcc_thread_t *(*cpu_self)(void);
	void (*cpu_parallel)(void (*)(void *), void *, unsigned);
	void (*cpu_barrier)(void);
	int (*cpu_single)(void);
	void (*cpu_copyprivate)(void *const *, const unsigned long *, unsigned, int);
	void (*cpu_critical_begin)(const char *);
	void (*cpu_critical_end)(const char *);
	void (*cpu_loop_begin)(int, unsigned long, unsigned long);
	int (*cpu_loop_next)(unsigned long *, unsigned long *);
	void (*cpu_ordered_begin)(unsigned long);
	void (*cpu_ordered_end)(unsigned long);
	void (*cpu_lock)(void);
	void (*cpu_unlock)(void);
	void *(*cpu_function)(void *);
	int (*is_initial_device)(void);
	int (*get_num_devices)(void);
	int (*get_initial_device)(void);
	int (*get_device_num)(void);
	int (*get_default_device)(void);
	void (*set_default_device)(int);
	const char *(*get_uid_from_device)(int);
	int (*get_device_from_uid)(const char *);
	void *(*target_alloc)(const void *, size_t, int);
	void (*target_free)(const void *, void *, int);
	int (*target_is_present)(const void *, int);
	int (*target_is_accessible)(const void *, size_t, int);
	void *(*get_mapped_ptr)(const void *, int);
	void *(*device_pointer)(const void *);
	int (*target_associate_ptr)(const void *, const void *, const void *, size_t, size_t, int);
	int (*target_disassociate_ptr)(const void *, const void *, int);
	int (*target_memcpy)(const void *, void *, const void *, size_t, size_t, size_t, int, int);
	int (*target_memcpy_rect)(const void *, void *, const void *, size_t, int, const size_t *, const size_t *, const size_t *, const size_t *, const size_t *, int, int);
	void *(*target_memset)(const void *, void *, int, size_t, int);
	int (*target_memcpy_async)(const void *, void *, const void *, size_t, size_t, size_t, int, int, int, ompcc_depend_t *);
	int (*target_memcpy_rect_async)(const void *, void *, const void *, size_t, int, const size_t *, const size_t *, const size_t *, const size_t *, const size_t *, int, int, int, ompcc_depend_t *);
	void *(*target_memset_async)(const void *, void *, int, size_t, int, int, ompcc_depend_t *);
	int (*control_tool)(const void *, int, int, void *);
	void (*error)(const void *, int, const char *, size_t);
	uintptr_t (*init_allocator)(intptr_t, int, const ompcc_trait_t *);
	void (*destroy_allocator)(uintptr_t);
	void (*set_default_allocator)(uintptr_t);
	uintptr_t (*get_default_allocator)(void);
	void *(*alloc)(const void *, size_t, size_t, uintptr_t, int);
	void *(*realloc)(const void *, void *, size_t, uintptr_t, uintptr_t);
	void (*free)(const void *, void *, uintptr_t);
	intptr_t (*get_memspace)(int, const int *, int, intptr_t);
	intptr_t (*get_all_memspace)(intptr_t);
	uintptr_t (*get_allocator)(intptr_t);
	int (*get_device_icv)(int, int);
	void (*set_device_icv)(int, int, int);
	int (*get_max_progress_width)(int);
	int (*pause_resource)(int, int);
	int (*pause_resource_all)(int);
	void (*display_env)(int);
	void *(*target_task)(const void *, const __ompcc_construct_t *, unsigned);
	int (*task_may_defer)(void);
	void (*task_submit)(void (*)(void *), void *, ompcc_dependences_t);
	void (*task_settle)(const ompcc_dependences_t *);
	const unsigned *task_pending;
	const ompcc_checks_t *checks;
	void *(*cpu_team_storage)(const void *, unsigned long, unsigned long);
	void *(*group_storage)(void *, unsigned long);
	void *(*shared_alloc)(const void *, size_t, int, int);
	void (*shared_free)(const void *, void *, int, int);
	void (*dump_mappings)(void);
	void (*cpu_reverse)(void (*)(void **), const unsigned long *, unsigned, unsigned);
	void (*control)(const void *, uint64_t, uint64_t);
	int (*initial_device_for)(const void *);
	void (*host_region)(void (*)(void *), void *);
} ompcc_runtime_t;

extern const ompcc_runtime_t *ompcc_elected;
extern const ompcc_runtime_t *ompcc_elect(void);

static inline const ompcc_runtime_t *ompcc_runtime(void) {
	const ompcc_runtime_t *rt = __atomic_load_n(&ompcc_elected, __ATOMIC_ACQUIRE);
	return OMPCC_LIKELY(rt != NULL) ? rt : ompcc_elect();
}

#pragma GCC visibility pop

#endif
