/* The C interface of the OMPT report of 2016 (Appendix A), for tools that were written to it.
 *
 * "OMPT: An OpenMP Tools Application Programming Interface for Performance
 * Analysis" (revised May 31, 2016) is where OpenMP's tools interface comes from;
 * its names and signatures are others than those of OpenMP 5.0 and later. A tool
 * that defines ompt_tool, with this header or declarations of its own, builds and
 * runs: the runtime finds it as it finds ompt_start_tool (docs/ompt.md).
 *
 * Where the report contradicts itself, this header chooses. ompt_task_target is of ompt_target_type_t, and a task
 * of that type has the value 4 of ompt_task_type_t. The buffer request callback is that of A.4. Pointers to
 * identifiers are those of section 5, and the type of records to trace is that of section 6.1. */
#ifndef OMPT_TR2016_H
#define OMPT_TR2016_H

#if defined(_OMP_TOOLS_H) || defined(__OMPT__)
#error "ompt-tr2016.h and omp-tools.h define the same names differently: include one of them"
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define _Bool bool
#endif

#define OMPT_API
#define OMPT_TARG_API

typedef enum omp_state_e {
	omp_state_idle = 0x00,
	omp_state_work_serial = 0x10,
	omp_state_work_parallel = 0x11,
	omp_state_work_reduction = 0x12,
	omp_state_overhead = 0x20,
	omp_state_wait_barrier = 0x40,
	omp_state_wait_barrier_implicit = 0x41,
	omp_state_wait_barrier_explicit = 0x42,
	omp_state_wait_taskwait = 0x50,
	omp_state_wait_taskgroup = 0x51,
	omp_state_wait_mutex = 0x60,
	omp_state_wait_lock = 0x61,
	omp_state_wait_critical = 0x62,
	omp_state_wait_atomic = 0x63,
	omp_state_wait_ordered = 0x64,
	omp_state_wait_target = 0x70,
	omp_state_wait_target_data = 0x71,
	omp_state_wait_target_update = 0x72,
	omp_state_undefined = 0x80
} omp_state_t;

typedef enum ompt_event_e {
	ompt_event_thread_begin = 1,
	ompt_event_thread_end = 2,
	ompt_event_parallel_begin = 3,
	ompt_event_parallel_end = 4,
	ompt_event_task_create = 5,
	ompt_event_task_schedule = 6,
	ompt_event_implicit_task = 7,
	ompt_event_target = 8,
	ompt_event_target_data = 9,
	ompt_event_target_submit = 10,
	ompt_event_control = 11,
	ompt_event_runtime_shutdown = 12,
	ompt_event_idle = 13,
	ompt_event_sync_region_wait = 14,
	ompt_event_mutex_release = 15,
	ompt_event_task_dependences = 16,
	ompt_event_task_dependence_pair = 17,
	ompt_event_worksharing = 18,
	ompt_event_master = 19,
	ompt_event_target_data_map = 20,
	ompt_event_sync_region = 21,
	ompt_event_init_lock = 22,
	ompt_event_destroy_lock = 23,
	ompt_event_mutex_acquire = 24,
	ompt_event_mutex_acquired = 25,
	ompt_event_nested_lock = 26,
	ompt_event_flush = 27
} ompt_event_t;

typedef uint64_t ompt_id_t;
typedef uint64_t ompt_target_id_t;

typedef union ompt_data_u {
	ompt_id_t value;
	void *ptr;
} ompt_data_t;

typedef ompt_data_t ompt_thread_data_t;
typedef ompt_data_t ompt_task_data_t;
typedef ompt_data_t ompt_parallel_data_t;
typedef ompt_data_t ompt_target_data_t;
typedef uint64_t ompt_wait_id_t;
typedef void ompt_target_device_t;
typedef uint64_t ompt_target_time_t;
typedef void ompt_target_buffer_t;
typedef uint64_t ompt_target_buffer_cursor_t;

typedef enum ompt_thread_type_e {
	ompt_thread_initial = 1,
	ompt_thread_worker = 2,
	ompt_thread_other = 3,
	ompt_thread_unknown = 4
} ompt_thread_type_t;

typedef enum ompt_scope_endpoint_e {
	ompt_scope_begin = 1,
	ompt_scope_end = 2
} ompt_scope_endpoint_t;

typedef enum ompt_sync_region_kind_e {
	ompt_sync_region_barrier = 1,
	ompt_sync_region_taskwait = 2,
	ompt_sync_region_taskgroup = 3
} ompt_sync_region_kind_t;

typedef enum ompt_target_data_op_e {
	ompt_target_data_alloc = 1,
	ompt_target_data_transfer_to_dev = 2,
	ompt_target_data_transfer_from_dev = 3,
	ompt_target_data_delete = 4
} ompt_target_data_op_t;

typedef enum ompt_worksharing_type_e {
	ompt_worksharing_loop = 1,
	ompt_worksharing_sections = 2,
	ompt_worksharing_single_executor = 3,
	ompt_worksharing_single_other = 4,
	ompt_worksharing_workshare = 5,
	ompt_worksharing_distribute = 6
} ompt_worksharing_type_t;

typedef enum ompt_mutex_kind_e {
	ompt_mutex = 0x10,
	ompt_mutex_lock = 0x11,
	ompt_mutex_nest_lock = 0x12,
	ompt_mutex_critical = 0x13,
	ompt_mutex_atomic = 0x14,
	ompt_mutex_ordered = 0x20
} ompt_mutex_kind_t;

typedef enum ompt_native_mon_flags_e {
	ompt_native_data_motion_explicit = 1,
	ompt_native_data_motion_implicit = 2,
	ompt_native_kernel_invocation = 4,
	ompt_native_kernel_execution = 8,
	ompt_native_driver = 16,
	ompt_native_runtime = 32,
	ompt_native_overhead = 64,
	ompt_native_idleness = 128
} ompt_native_mon_flags_t;

typedef enum ompt_task_type_e {
	ompt_task_initial = 1,
	ompt_task_implicit = 2,
	ompt_task_explicit = 3,
	ompt_task_degenerate = 5
} ompt_task_type_t;

typedef enum ompt_target_type_e {
	ompt_task_target = 1,
	ompt_task_target_enter_data = 2,
	ompt_task_target_exit_data = 3,
	ompt_task_target_update = 4
} ompt_target_type_t;

typedef enum ompt_invoker_e {
	ompt_invoker_program = 1,
	ompt_invoker_runtime = 2
} ompt_invoker_t;

typedef enum ompt_target_map_flag_e {
	ompt_target_map_flag_to = 1,
	ompt_target_map_flag_from = 2,
	ompt_target_map_flag_alloc = 4,
	ompt_target_map_flag_release = 8,
	ompt_target_map_flag_delete = 16
} ompt_target_map_flag_t;

typedef enum ompt_task_dependence_flag_e {
	ompt_task_dependence_type_out = 1,
	ompt_task_dependence_type_in = 2,
	ompt_task_dependence_type_inout = 3
} ompt_task_dependence_flag_t;

typedef struct ompt_task_dependence_s {
	void *variable_addr;
	uint32_t dependence_flags;
} ompt_task_dependence_t;

typedef struct ompt_frame_s {
	void *exit_frame;
	void *enter_frame;
} ompt_frame_t;

#define ompt_hwid_none (-1)
#define ompt_dev_task_none (~0ULL)
#define ompt_time_none (~0ULL)
#define ompt_thread_data_none {.value = 0}
#define ompt_parallel_data_none {.value = 0}
#define ompt_task_data_none {.value = 0}
#define ompt_target_id_none 0
#define ompt_mutex_kind_unknown 0
typedef void (*ompt_callback_t) (void);
typedef void (*ompt_interface_fn_t) (void);
typedef ompt_interface_fn_t (*ompt_function_lookup_t) (const char *entry_point);
typedef void (*ompt_thread_begin_callback_t) (ompt_thread_type_t thread_type, ompt_thread_data_t *thread_data);
typedef void (*ompt_thread_end_callback_t) (ompt_thread_data_t *thread_data);
typedef void (*ompt_idle_callback_t) (ompt_scope_endpoint_t endpoint);
typedef void (*ompt_parallel_begin_callback_t) (ompt_task_data_t *parent_task_data, const ompt_frame_t *parent_frame,
	ompt_parallel_data_t *parallel_data, uint32_t requested_team_size, ompt_invoker_t invoker, const void *codeptr_ra);
typedef void (*ompt_parallel_end_callback_t) (ompt_parallel_data_t *parallel_data, ompt_task_data_t *task_data,
	ompt_invoker_t invoker, const void *codeptr_ra);
typedef void (*ompt_task_create_callback_t) (ompt_task_data_t *parent_task_data, const ompt_frame_t *parent_frame,
	ompt_task_data_t *new_task_data, ompt_task_type_t type, const void *codeptr_ra);
typedef void (*ompt_task_dependences_callback_t) (ompt_task_data_t *task_data, const ompt_task_dependence_t *deps,
	int ndeps);
typedef void (*ompt_task_dependence_callback_t) (ompt_task_data_t *src_task_data, ompt_task_data_t *sink_task_data);
typedef void (*ompt_task_schedule_callback_t) (ompt_task_data_t *prior_task_data, _Bool prior_completed,
	ompt_task_data_t *next_task_data);
typedef void (*ompt_scoped_implicit_callback_t) (ompt_scope_endpoint_t endpoint, ompt_parallel_data_t *parallel_data,
	ompt_task_data_t *task_data);
typedef void (*ompt_scoped_sync_region_callback_t) (ompt_sync_region_kind_t kind, ompt_scope_endpoint_t endpoint,
	ompt_parallel_data_t *parallel_data, ompt_task_data_t *task_data, const void *codeptr_ra);
typedef void (*ompt_lock_init_callback_t) (_Bool is_nest_lock, ompt_wait_id_t wait_id, uint32_t hint, uint32_t kind,
	const void *codeptr_ra);
typedef void (*ompt_lock_destroy_callback_t) (_Bool is_nest_lock, ompt_wait_id_t wait_id, const void *codeptr_ra);
typedef void (*ompt_mutex_acquire_callback_t) (ompt_mutex_kind_t kind, uint32_t hint, uint32_t impl,
	ompt_wait_id_t wait_id, const void *codeptr_ra);
typedef void (*ompt_mutex_callback_t) (ompt_mutex_kind_t kind, ompt_wait_id_t wait_id, const void *codeptr_ra);
typedef void (*ompt_scoped_nested_lock_callback_t) (ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id,
	const void *codeptr_ra);
typedef void (*ompt_scoped_master_callback_t) (ompt_scope_endpoint_t endpoint, ompt_parallel_data_t *parallel_data,
	ompt_task_data_t *task_data, const void *codeptr_ra);
typedef void (*ompt_scoped_worksharing_callback_t) (ompt_worksharing_type_t wstype, ompt_scope_endpoint_t endpoint,
	ompt_parallel_data_t *parallel_data, ompt_task_data_t *task_data, const void *codeptr_ra);
typedef void (*ompt_scoped_target_callback_t) (int32_t device_id, ompt_target_type_t kind, ompt_task_data_t *task_data,
	ompt_scope_endpoint_t endpoint, ompt_target_id_t target_id, const void *codeptr_ra);
typedef void (*ompt_target_data_callback_t) (ompt_target_id_t target_id, ompt_target_id_t host_op_id,
	ompt_target_data_op_t otype, void *host_addr, void *device_addr, size_t bytes);
typedef void (*ompt_target_data_map_callback_t) (ompt_target_id_t target_id, uint32_t nitems, void **host_addr,
	void **device_addr, size_t *bytes, uint32_t *mapping_flags);
typedef void (*ompt_target_submit_callback_t) (ompt_target_id_t target_id, ompt_target_id_t host_op_id,
	uint32_t requested_num_teams, uint32_t granted_num_teams);
typedef void (*ompt_target_buffer_request_callback_t) (ompt_target_buffer_t **buffer, size_t *bytes);
typedef void (*ompt_target_buffer_complete_callback_t) (int32_t device_id, const ompt_target_buffer_t *buf,
	size_t bytes, ompt_target_buffer_cursor_t begin);
typedef void (*ompt_get_target_info_inquiry_t) (ompt_target_id_t *target_id, ompt_target_id_t *host_op_id);
typedef void (*ompt_control_callback_t) (uint64_t command, uint64_t modifier, const void *codeptr_ra);
typedef void (*ompt_flush_callback_t) (ompt_thread_data_t *thread_data, const void *codeptr_ra);
typedef enum ompt_record_type_e {
	ompt_record_ompt = 1,
	ompt_record_native = 2,
	ompt_record_invalid = 3
} ompt_record_type_t;

typedef enum ompt_record_native_class_e {
	ompt_record_native_class_info = 1,
	ompt_record_native_class_event = 2
} ompt_record_native_class_t;

typedef struct ompt_record_native_abstract_s {
	ompt_record_native_class_t rclass;
	const char *type;
	ompt_target_time_t start_time;
	ompt_target_time_t end_time;
	uint64_t hwid;
} ompt_record_native_abstract_t;

typedef struct ompt_record_thread_begin_s {
	ompt_thread_type_t thread_type;
} ompt_record_thread_begin_t;

typedef struct ompt_record_idle_s {
	ompt_scope_endpoint_t endpoint;
} ompt_record_idle_t;

typedef struct ompt_record_parallel_begin_s {
	ompt_task_data_t *parent_task_data;
	const ompt_frame_t *parent_frame;
	ompt_parallel_data_t *parallel_data;
	uint32_t requested_team_size;
	ompt_invoker_t invoker;
	const void *codeptr_ra;
} ompt_record_parallel_begin_t;

typedef struct ompt_record_parallel_end_s {
	ompt_parallel_data_t *parallel_data;
	ompt_task_data_t *task_data;
	ompt_invoker_t invoker;
	const void *codeptr_ra;
} ompt_record_parallel_end_t;

typedef struct ompt_record_task_create_s {
	ompt_task_data_t *parent_task_data;
	const ompt_frame_t *parent_frame;
	ompt_task_data_t *new_task_data;
	ompt_task_type_t type;
	const void *codeptr_ra;
} ompt_record_task_create_t;

typedef struct ompt_record_task_dependence_s {
	ompt_task_data_t *src_task_data;
	ompt_task_data_t *sink_task_data;
} ompt_record_task_dependence_t;

typedef struct ompt_record_task_schedule_s {
	ompt_task_data_t *prior_task_data;
	_Bool prior_completed;
	ompt_task_data_t *next_task_data;
} ompt_record_task_schedule_t;

typedef struct ompt_record_scoped_implicit_s {
	ompt_scope_endpoint_t endpoint;
	ompt_parallel_data_t *parallel_data;
	ompt_task_data_t *task_data;
} ompt_record_scoped_implicit_t;

typedef struct ompt_record_scoped_sync_region_s {
	ompt_sync_region_kind_t kind;
	ompt_scope_endpoint_t endpoint;
	ompt_parallel_data_t *parallel_data;
	ompt_task_data_t *task_data;
	const void *codeptr_ra;
} ompt_record_scoped_sync_region_t;

typedef struct ompt_record_lock_init_s {
	_Bool is_nest_lock;
	ompt_wait_id_t wait_id;
	uint32_t hint;
	uint32_t kind;
	const void *codeptr_ra;
} ompt_record_lock_init_t;

typedef ompt_record_lock_init_t ompt_record_init_lock_t;

typedef struct ompt_record_lock_destroy_s {
	_Bool is_nest_lock;
	ompt_wait_id_t wait_id;
	const void *codeptr_ra;
} ompt_record_lock_destroy_t;

typedef struct ompt_record_mutex_acquire_s {
	ompt_mutex_kind_t kind;
	uint32_t hint;
	uint32_t impl;
	ompt_wait_id_t wait_id;
	const void *codeptr_ra;
} ompt_record_mutex_acquire_t;

typedef struct ompt_record_mutex_s {
	ompt_mutex_kind_t kind;
	ompt_wait_id_t wait_id;
	const void *codeptr_ra;
} ompt_record_mutex_t;

typedef struct ompt_record_scoped_nested_lock_s {
	ompt_scope_endpoint_t endpoint;
	ompt_wait_id_t wait_id;
	const void *codeptr_ra;
} ompt_record_scoped_nested_lock_t;

typedef struct ompt_record_target_data_s {
	ompt_target_id_t host_op_id;
	ompt_target_data_op_t optype;
	void *host_addr;
	void *device_addr;
	size_t bytes;
	ompt_target_time_t end_time;
} ompt_record_target_data_t;

typedef struct ompt_record_target_data_map_s {
	ompt_target_id_t target_id;
	uint32_t nitems;
	void **host_addr;
	void **device_addr;
	size_t *bytes;
	uint32_t *mapping_flags;
} ompt_record_target_data_map_t;

typedef struct ompt_record_target_kernel_s {
	ompt_target_id_t host_op_id;
	uint32_t granted_num_teams;
	ompt_target_time_t end_time;
} ompt_record_target_kernel_t;

typedef struct ompt_record_scoped_master_s {
	ompt_scope_endpoint_t endpoint;
	ompt_parallel_data_t *parallel_data;
	ompt_task_data_t *task_data;
	const void *codeptr_ra;
} ompt_record_scoped_master_t;

typedef struct ompt_record_scoped_worksharing_s {
	ompt_worksharing_type_t wstype;
	ompt_scope_endpoint_t endpoint;
	ompt_parallel_data_t *parallel_data;
	ompt_task_data_t *task_data;
	const void *codeptr_ra;
} ompt_record_scoped_worksharing_t;

typedef struct ompt_record_flush_s {
	void *codeptr_ra;
} ompt_record_flush_t;

typedef struct ompt_record_ompt_s {
	ompt_event_t type;
	ompt_target_time_t time;
	ompt_thread_data_t *thread_data;
	ompt_target_id_t target_id;
	union {
		ompt_record_thread_begin_t thread_begin;
		ompt_record_idle_t idle;
		ompt_record_parallel_begin_t parallel_begin;
		ompt_record_parallel_end_t parallel_end;
		ompt_record_task_create_t task_create;
		ompt_record_task_dependence_t task_dep;
		ompt_record_task_schedule_t task_sched;
		ompt_record_scoped_implicit_t implicit;
		ompt_record_scoped_sync_region_t sync_region;
		ompt_record_target_data_t data;
		ompt_record_target_data_map_t data_map;
		ompt_record_target_kernel_t kernel;
		ompt_record_init_lock_t lock_init;
		ompt_record_lock_destroy_t lock_destroy;
		ompt_record_mutex_acquire_t mutex_acquire;
		ompt_record_mutex_t mutex;
		ompt_record_scoped_nested_lock_t nested_lock;
		ompt_record_scoped_master_t master;
		ompt_record_scoped_worksharing_t worksharing;
		ompt_record_flush_t flush;
	} record;
} ompt_record_ompt_t;

OMPT_API int ompt_set_callback(ompt_event_t event, ompt_callback_t callback);
OMPT_API int ompt_get_callback(ompt_event_t event, ompt_callback_t *callback);
OMPT_API _Bool ompt_enumerate_states(omp_state_t current_state, omp_state_t *next_state,
	const char **next_state_name);
OMPT_API _Bool ompt_enumerate_mutex_kinds(uint32_t current_kind, uint32_t *next_kind, const char **next_kind_name);
OMPT_API ompt_thread_data_t *ompt_get_thread_data(void);
OMPT_API omp_state_t ompt_get_state(ompt_wait_id_t *wait_id);
OMPT_API _Bool ompt_get_parallel_info(int ancestor_level, ompt_parallel_data_t **par_data, int *team_size);
OMPT_API _Bool ompt_get_task_info(int ancestor_level, ompt_task_type_t *type, ompt_task_data_t **task_data,
	ompt_frame_t **task_frame, ompt_parallel_data_t **par_data);
OMPT_API _Bool ompt_get_target_info(ompt_target_id_t *target_id, ompt_target_id_t *host_op_id);
OMPT_API int ompt_get_num_devices(void);
OMPT_API _Bool ompt_target_get_device_info(int32_t device_id, const char **type, ompt_target_device_t **device,
	ompt_function_lookup_t *lookup, const char **documentation);
OMPT_API int ompt_target_get_device_id(void);
OMPT_TARG_API ompt_target_time_t ompt_target_get_time(ompt_target_device_t *device);
OMPT_TARG_API double ompt_target_translate_time(ompt_target_device_t *device, ompt_target_time_t time);
OMPT_TARG_API int ompt_target_set_trace_ompt(ompt_target_device_t *device, _Bool enable, ompt_event_t etype);
OMPT_TARG_API int ompt_target_set_trace_native(ompt_target_device_t *device, _Bool enable, uint32_t flags);
OMPT_TARG_API _Bool ompt_target_start_trace(ompt_target_device_t *device,
	ompt_target_buffer_request_callback_t request, ompt_target_buffer_complete_callback_t complete,
	ompt_get_target_info_inquiry_t get_info);
OMPT_TARG_API _Bool ompt_target_pause_trace(ompt_target_device_t *device, _Bool pause);
OMPT_TARG_API _Bool ompt_target_stop_trace(ompt_target_device_t *device);
OMPT_TARG_API _Bool ompt_target_advance_buffer_cursor(ompt_target_buffer_t *buffer, size_t size,
	ompt_target_buffer_cursor_t current, ompt_target_buffer_cursor_t *next);
OMPT_TARG_API ompt_record_type_t ompt_target_buffer_get_record_type(ompt_target_buffer_t *buffer,
	ompt_target_buffer_cursor_t current);
OMPT_TARG_API ompt_record_ompt_t *ompt_target_buffer_get_record_ompt(ompt_target_buffer_t *buffer,
	ompt_target_buffer_cursor_t current);
OMPT_TARG_API void *ompt_target_buffer_get_record_native(ompt_target_buffer_t *buffer,
	ompt_target_buffer_cursor_t current, ompt_target_id_t *host_op_id);
OMPT_TARG_API ompt_record_native_abstract_t *ompt_target_buffer_get_record_native_abstract(void *native_record);

typedef void (*ompt_initialize_fn_t) (ompt_function_lookup_t lookup, const char *runtime_version,
	unsigned int ompt_version);
extern ompt_initialize_fn_t ompt_tool(void);

/* For the application. */
extern void ompt_control(uint64_t command, uint64_t modifier);

#ifdef __cplusplus
#undef _Bool
}
#endif

#endif
