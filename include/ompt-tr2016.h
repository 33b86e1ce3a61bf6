/* The device part of the OMPT report of 2016, for tools that were written to it.
 *
 * "OMPT: An OpenMP Tools Application Programming Interface for Performance
 * Analysis" (revised May 31, 2016) is where OpenMP's tools interface comes from;
 * its names and signatures are others than those of OpenMP 5.0 and later. A tool
 * that defines ompt_tool and includes this header instead of omp-tools.h builds
 * and runs on a runtime of today: the header brings the ompt_start_tool that
 * today's runtimes look for, and translates.
 *
 * Provided: ompt_tool, ompt_initialize; the events thread_begin, thread_end,
 * target, target_data, target_submit, target_data_map, control and
 * runtime_shutdown; ompt_get_thread_data, ompt_get_target_info and all
 * ompt_target_* functions; ompt_control. Other events are answered with "never",
 * other functions with NULL. What is lost: granted_num_teams of target_submit is
 * 0 (it is in the trace record now), host_addr of an allocation is NULL, and
 * operations that the report does not have (associate, disassociate) are left
 * out. The report defines ompt_task_target twice; here it is the target_type. */
#ifndef OMPT_TR2016_H
#define OMPT_TR2016_H

#if defined(_OMP_TOOLS_H) || defined(__OMPT__)
#error "ompt-tr2016.h and omp-tools.h define the same names differently: include one of them"
#endif

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#define _Bool bool
#endif

/* --- the report's types -------------------------------------------------- */

#define OMPT_API
#define OMPT_TARG_API

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

typedef enum ompt_target_data_op_e {
	ompt_target_data_alloc = 1,
	ompt_target_data_transfer_to_dev = 2,
	ompt_target_data_transfer_from_dev = 3,
	ompt_target_data_delete = 4
} ompt_target_data_op_t;

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

typedef enum ompt_target_type_e {
	ompt_task_target = 1,
	ompt_task_target_enter_data = 2,
	ompt_task_target_exit_data = 3,
	ompt_task_target_update = 4
} ompt_target_type_t;

typedef enum ompt_target_map_flag_e {
	ompt_target_map_flag_to = 1,
	ompt_target_map_flag_from = 2,
	ompt_target_map_flag_alloc = 4,
	ompt_target_map_flag_release = 8,
	ompt_target_map_flag_delete = 16
} ompt_target_map_flag_t;

typedef enum ompt_record_type_e {
	ompt_record_ompt = 1,
	ompt_record_native = 2,
	ompt_record_invalid = 3
} ompt_record_type_t;

typedef enum ompt_record_native_class_e {
	ompt_record_native_class_info = 1,
	ompt_record_native_class_event = 2
} ompt_record_native_class_t;

#define ompt_hwid_none (-1)
#define ompt_dev_task_none (~0ULL)
#define ompt_time_none (~0ULL)
#define ompt_thread_data_none {.value = 0}
#define ompt_parallel_data_none {.value = 0}
#define ompt_task_data_none {.value = 0}
#define ompt_target_id_none 0

typedef struct ompt_record_native_abstract_s {
	ompt_record_native_class_t rclass;
	const char *type;
	ompt_target_time_t start_time;
	ompt_target_time_t end_time;
	uint64_t hwid;
} ompt_record_native_abstract_t;

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

typedef struct ompt_record_ompt_s {
	ompt_event_t type;
	ompt_target_time_t time;
	ompt_thread_data_t *thread_data;
	ompt_target_id_t target_id;
	union {
		ompt_record_target_data_t data;
		ompt_record_target_data_map_t data_map;
		ompt_record_target_kernel_t kernel;
	} record;
} ompt_record_ompt_t;

typedef void (*ompt_callback_t)(void);
typedef void (*ompt_interface_fn_t)(void);
typedef ompt_interface_fn_t (*ompt_function_lookup_t)(const char *entry_point);
typedef void (*ompt_initialize_fn_t)(ompt_function_lookup_t lookup, const char *runtime_version, unsigned int ompt_version);

typedef void (*ompt_thread_begin_callback_t)(ompt_thread_type_t thread_type, ompt_thread_data_t *thread_data);
typedef void (*ompt_thread_end_callback_t)(ompt_thread_data_t *thread_data);
typedef void (*ompt_scoped_target_callback_t)(int32_t device_id, ompt_target_type_t kind, ompt_task_data_t *task_data,
	ompt_scope_endpoint_t endpoint, ompt_target_id_t target_id, const void *codeptr_ra);
typedef void (*ompt_target_data_callback_t)(ompt_target_id_t target_id, ompt_target_id_t host_op_id,
	ompt_target_data_op_t otype, void *host_addr, void *device_addr, size_t bytes);
typedef void (*ompt_target_data_map_callback_t)(ompt_target_id_t target_id, uint32_t nitems, void **host_addr,
	void **device_addr, size_t *bytes, uint32_t *mapping_flags);
typedef void (*ompt_target_submit_callback_t)(ompt_target_id_t target_id, ompt_target_id_t host_op_id,
	uint32_t requested_num_teams, uint32_t granted_num_teams);
typedef void (*ompt_target_buffer_request_callback_t)(ompt_target_buffer_t **buffer, size_t *bytes);
typedef void (*ompt_target_buffer_complete_callback_t)(int32_t device_id, const ompt_target_buffer_t *buf, size_t bytes,
	ompt_target_buffer_cursor_t begin);
typedef void (*ompt_get_target_info_inquiry_t)(ompt_target_id_t *target_id, ompt_target_id_t *host_op_id);
typedef void (*ompt_control_callback_t)(uint64_t command, uint64_t modifier, const void *codeptr_ra);

/* The tool defines this. */
extern ompt_initialize_fn_t ompt_tool(void);

/* --- today's runtime, seen from here ------------------------------------- */

enum { OMPT_TR_DEVICES = 64, OMPT_TR_EVENTS = 28, OMPT_TR_VERSION = 2 };

/* Events of today that serve those of the report. */
enum {
	OMPT_TR_NOW_THREAD_BEGIN = 1, OMPT_TR_NOW_THREAD_END = 2, OMPT_TR_NOW_TARGET = 8, OMPT_TR_NOW_DATA_OP = 9,
	OMPT_TR_NOW_SUBMIT = 10, OMPT_TR_NOW_CONTROL = 11, OMPT_TR_NOW_DEVICE_INITIALIZE = 12, OMPT_TR_NOW_MAP = 22,
	OMPT_TR_NOW_TARGET_EMI = 33, OMPT_TR_NOW_DATA_OP_EMI = 34, OMPT_TR_NOW_SUBMIT_EMI = 35, OMPT_TR_NOW_MAP_EMI = 36
};

typedef struct {
	int (*initialize)(ompt_function_lookup_t lookup, int initial_device_num, ompt_data_t *tool_data);
	void (*finalize)(ompt_data_t *tool_data);
	ompt_data_t tool_data;
} ompt_tr_start_t;

typedef struct {
	int type;
	uint64_t time, thread_id, target_id;
	union {
		struct { uint64_t op; int optype; void *src; int srcdev; void *dst; int dstdev; size_t bytes; uint64_t end; } data;
		struct { uint64_t op; unsigned requested, granted; uint64_t end; } kernel;
		struct { uint64_t id; unsigned n; void **host, **dev; size_t *bytes; unsigned *flags; } map;
	} u;
} ompt_tr_record_t;

/* One for all translation units of the tool. */
typedef struct {
	ompt_tr_start_t start;
	const char *runtime;
	ompt_function_lookup_t lookup;
	uint64_t last_id;
	ompt_callback_t callback[OMPT_TR_EVENTS];
	struct {
		const char *type, *documentation;
		ompt_target_device_t *handle;
		ompt_function_lookup_t lookup;
		ompt_target_buffer_request_callback_t request;
		ompt_target_buffer_complete_callback_t complete;
	} device[OMPT_TR_DEVICES];
} ompt_tr_state_t;
__attribute__((weak)) ompt_tr_state_t ompt_tr_state;
__attribute__((weak)) __thread ompt_record_ompt_t ompt_tr_shown;

#define OMPT_TR_FN __attribute__((unused)) static
#define OMPT_TR_CALL(type, event) ((type)ompt_tr_state.callback[event])

OMPT_TR_FN uint64_t ompt_tr_id(void) { return __atomic_add_fetch(&ompt_tr_state.last_id, 1, __ATOMIC_RELAXED); }

/* --- callbacks ----------------------------------------------------------- */

OMPT_TR_FN void ompt_tr_target(int kind, int endpoint, int device, ompt_data_t *task, ompt_data_t *target_task,
	ompt_data_t *data, const void *ra) {
	(void)target_task;
	if (endpoint == ompt_scope_begin)
		data->value = ompt_tr_id();
	if (ompt_tr_state.callback[ompt_event_target])
		OMPT_TR_CALL(ompt_scoped_target_callback_t, ompt_event_target)(device, (ompt_target_type_t)(kind > 8 ? kind - 8 : kind),
			task, (ompt_scope_endpoint_t)endpoint, data->value, ra);
}

OMPT_TR_FN int ompt_tr_known(int device) {
	return device >= 0 && device < OMPT_TR_DEVICES && ompt_tr_state.device[device].type;
}

/* ompt_tr_op translates an operation; 0: the report has none like it. */
OMPT_TR_FN int ompt_tr_op(int now, int srcdev, int dstdev, void *src, void *dst, void **host, void **device) {
	int op = now > 16 ? now - 16 : now, from = ompt_tr_known(srcdev) && !ompt_tr_known(dstdev);
	if (op == 7 || op == 9)
		op = from ? ompt_target_data_transfer_from_dev : ompt_target_data_transfer_to_dev;
	if (op == 8)
		op = ompt_target_data_transfer_to_dev;
	*host = op == ompt_target_data_transfer_from_dev ? dst : src;
	*device = op == ompt_target_data_transfer_from_dev ? src : dst;
	if (op == ompt_target_data_alloc || op == ompt_target_data_delete) {
		*host = NULL;
		*device = dst ? dst : src;
	}
	return op <= ompt_target_data_delete ? op : 0;
}

/* Before a transfer or deletion, after an allocation. */
OMPT_TR_FN void ompt_tr_data_op(int endpoint, ompt_data_t *task, ompt_data_t *data, uint64_t *op_id, int now, void *src,
	int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	void *host, *device;
	int op = ompt_tr_op(now, srcdev, dstdev, src, dst, &host, &device);
	(void)task, (void)ra;
	if (endpoint != ompt_scope_end)
		*op_id = ompt_tr_id();
	if (op && endpoint == (op == ompt_target_data_alloc ? ompt_scope_end : ompt_scope_begin) &&
		ompt_tr_state.callback[ompt_event_target_data])
		OMPT_TR_CALL(ompt_target_data_callback_t, ompt_event_target_data)(data->value, *op_id, (ompt_target_data_op_t)op, host,
			device, bytes);
}

OMPT_TR_FN void ompt_tr_submit(int endpoint, ompt_data_t *data, uint64_t *op_id, unsigned teams) {
	if (endpoint != ompt_scope_begin)
		return;
	*op_id = ompt_tr_id();
	if (ompt_tr_state.callback[ompt_event_target_submit])
		OMPT_TR_CALL(ompt_target_submit_callback_t, ompt_event_target_submit)(data->value, *op_id, teams, 0);
}

OMPT_TR_FN void ompt_tr_map(ompt_data_t *data, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags,
	const void *ra) {
	(void)ra;
	OMPT_TR_CALL(ompt_target_data_map_callback_t, ompt_event_target_data_map)(data->value, n, host, device, bytes, flags);
}

OMPT_TR_FN int ompt_tr_control(uint64_t command, uint64_t modifier, void *arg, const void *ra) {
	(void)arg;
	OMPT_TR_CALL(ompt_control_callback_t, ompt_event_control)(command, modifier, ra);
	return 0;
}

OMPT_TR_FN void ompt_tr_device(int number, const char *type, void *handle, ompt_function_lookup_t lookup, const char *doc) {
	if (number < 0 || number >= OMPT_TR_DEVICES)
		return;
	ompt_tr_state.device[number].type = type;
	ompt_tr_state.device[number].documentation = doc;
	ompt_tr_state.device[number].handle = handle;
	ompt_tr_state.device[number].lookup = lookup;
}

/* --- functions for the tool ---------------------------------------------- */

/* ompt_tr_now calls today's ompt_set_callback. */
OMPT_TR_FN int ompt_tr_now(int event, void *callback) {
	int (*set)(int, void *) = (int (*)(int, void *))ompt_tr_state.lookup("ompt_set_callback");
	return set ? set(event, callback) : 0;
}

/* Results of today (error, never, impossible, sometimes, paired, always) in the
 * report's numbers (error, no callback, never, when convenient, always). */
OMPT_TR_FN int ompt_tr_result(int now) {
	static const int then[] = {0, 2, 1, 3, 3, 4};
	return now >= 0 && now <= 5 ? then[now] : 0;
}

OMPT_TR_FN int ompt_tr_set_callback(ompt_event_t event, ompt_callback_t callback) {
	int result = 1; /* never */
	if ((int)event <= 0 || event >= OMPT_TR_EVENTS)
		return 0;
	ompt_tr_state.callback[event] = callback;
	switch (event) {
	case ompt_event_thread_begin: result = ompt_tr_now(OMPT_TR_NOW_THREAD_BEGIN, (void *)callback); break;
	case ompt_event_thread_end: result = ompt_tr_now(OMPT_TR_NOW_THREAD_END, (void *)callback); break;
	case ompt_event_target: case ompt_event_runtime_shutdown: result = 5; break;
	case ompt_event_target_data: result = ompt_tr_now(OMPT_TR_NOW_DATA_OP_EMI, (void *)ompt_tr_data_op); break;
	case ompt_event_target_submit: result = ompt_tr_now(OMPT_TR_NOW_SUBMIT_EMI, (void *)ompt_tr_submit); break;
	case ompt_event_target_data_map: result = ompt_tr_now(OMPT_TR_NOW_MAP_EMI, callback ? (void *)ompt_tr_map : NULL); break;
	case ompt_event_control: result = ompt_tr_now(OMPT_TR_NOW_CONTROL, callback ? (void *)ompt_tr_control : NULL); break;
	default: ompt_tr_state.callback[event] = NULL; break;
	}
	return ompt_tr_result(result);
}

OMPT_TR_FN int ompt_tr_get_callback(ompt_event_t event, ompt_callback_t *callback) {
	if ((int)event <= 0 || event >= OMPT_TR_EVENTS || !ompt_tr_state.callback[event])
		return 0;
	*callback = ompt_tr_state.callback[event];
	return 1;
}

OMPT_TR_FN int ompt_tr_info(uint64_t *device, ompt_target_id_t *target_id, ompt_target_id_t *host_op_id) {
	int (*get)(uint64_t *, uint64_t *, uint64_t *) = (int (*)(uint64_t *, uint64_t *, uint64_t *))ompt_tr_state.lookup("ompt_get_target_info");
	return get && get(device, target_id, host_op_id);
}

OMPT_TR_FN _Bool ompt_tr_get_target_info(ompt_target_id_t *target_id, ompt_target_id_t *host_op_id) {
	uint64_t device;
	return ompt_tr_info(&device, target_id, host_op_id) != 0;
}

OMPT_TR_FN int ompt_tr_get_device_id(void) {
	uint64_t device, target, op;
	return ompt_tr_info(&device, &target, &op) ? (int)device : -1;
}

OMPT_TR_FN ompt_interface_fn_t ompt_tr_device_lookup(const char *name);

/* True once the device is in use: today a tool is told of devices. */
OMPT_TR_FN _Bool ompt_tr_get_device_info(int32_t id, const char **type, ompt_target_device_t **device,
	ompt_function_lookup_t *lookup, const char **documentation) {
	if (id < 0 || id >= OMPT_TR_DEVICES || !ompt_tr_state.device[id].handle)
		return 0;
	*type = ompt_tr_state.device[id].type;
	*device = ompt_tr_state.device[id].handle;
	*lookup = ompt_tr_device_lookup;
	*documentation = ompt_tr_state.device[id].documentation;
	return 1;
}

/* --- tracing ------------------------------------------------------------- */

/* The functions of one device serve all: they get the device. */
OMPT_TR_FN ompt_interface_fn_t ompt_tr_trace(const char *name) {
	for (int i = 0; i < OMPT_TR_DEVICES; i++)
		if (ompt_tr_state.device[i].lookup)
			return ompt_tr_state.device[i].lookup(name);
	return NULL;
}

OMPT_TR_FN int ompt_tr_number(ompt_target_device_t *device) {
	for (int i = 0; i < OMPT_TR_DEVICES; i++)
		if (ompt_tr_state.device[i].handle == device)
			return i;
	return 0;
}

OMPT_TR_FN int ompt_tr_set_trace_ompt(ompt_target_device_t *device, _Bool enable, unsigned type) {
	int (*set)(void *, unsigned, unsigned) = (int (*)(void *, unsigned, unsigned))ompt_tr_trace("ompt_set_trace_ompt");
	return set ? ompt_tr_result(set(device, enable, type == ompt_event_target_data_map ? OMPT_TR_NOW_MAP : type)) : 0;
}

OMPT_TR_FN int ompt_tr_set_trace_native(ompt_target_device_t *device, _Bool enable, uint32_t flags) {
	int (*set)(void *, int, int) = (int (*)(void *, int, int))ompt_tr_trace("ompt_set_trace_native");
	return set ? ompt_tr_result(set(device, enable, (int)flags)) : 0;
}

OMPT_TR_FN void ompt_tr_request(int device, void **buffer, size_t *bytes) { ompt_tr_state.device[device].request(buffer, bytes); }

OMPT_TR_FN void ompt_tr_complete(int device, void *buffer, size_t bytes, uint64_t begin, int owned) {
	(void)owned;
	ompt_tr_state.device[device].complete(device, buffer, bytes, begin);
}

OMPT_TR_FN _Bool ompt_tr_start_trace(ompt_target_device_t *device, ompt_target_buffer_request_callback_t request,
	ompt_target_buffer_complete_callback_t complete, ompt_get_target_info_inquiry_t get_info) {
	int (*start)(void *, void (*)(int, void **, size_t *), void (*)(int, void *, size_t, uint64_t, int)) =
		(int (*)(void *, void (*)(int, void **, size_t *), void (*)(int, void *, size_t, uint64_t, int)))ompt_tr_trace("ompt_start_trace");
	int number = ompt_tr_number(device);
	(void)get_info;
	ompt_tr_state.device[number].request = request;
	ompt_tr_state.device[number].complete = complete;
	return start && start(device, ompt_tr_request, ompt_tr_complete);
}

OMPT_TR_FN _Bool ompt_tr_pause_trace(ompt_target_device_t *device, _Bool pause) {
	int (*fn)(void *, int) = (int (*)(void *, int))ompt_tr_trace("ompt_pause_trace");
	return fn && fn(device, pause);
}

OMPT_TR_FN _Bool ompt_tr_stop_trace(ompt_target_device_t *device) {
	int (*fn)(void *) = (int (*)(void *))ompt_tr_trace("ompt_stop_trace");
	return fn && fn(device);
}

OMPT_TR_FN _Bool ompt_tr_advance(ompt_target_buffer_t *buffer, size_t size, ompt_target_buffer_cursor_t current,
	ompt_target_buffer_cursor_t *next) {
	int (*fn)(void *, void *, size_t, uint64_t, uint64_t *) =
		(int (*)(void *, void *, size_t, uint64_t, uint64_t *))ompt_tr_trace("ompt_advance_buffer_cursor");
	return fn && fn(NULL, buffer, size, current, next);
}

/* The record is shown in thread-local storage, until the next call. */
OMPT_TR_FN ompt_record_ompt_t *ompt_tr_get_record(ompt_target_buffer_t *buffer, ompt_target_buffer_cursor_t current) {
	ompt_tr_record_t *(*get)(void *, uint64_t) = (ompt_tr_record_t * (*)(void *, uint64_t)) ompt_tr_trace("ompt_get_record_ompt");
	ompt_tr_record_t *now = get ? get(buffer, current) : NULL;
	ompt_record_ompt_t *then = &ompt_tr_shown;
	if (!now)
		return NULL;
	memset(then, 0, sizeof *then);
	then->time = now->time;
	then->target_id = now->target_id;
	switch (now->type) {
	case OMPT_TR_NOW_DATA_OP: case OMPT_TR_NOW_DATA_OP_EMI: {
		ompt_record_target_data_t *d = &then->record.data;
		then->type = ompt_event_target_data;
		d->host_op_id = now->u.data.op;
		d->optype = (ompt_target_data_op_t)ompt_tr_op(now->u.data.optype, now->u.data.srcdev, now->u.data.dstdev, now->u.data.src,
			now->u.data.dst, &d->host_addr, &d->device_addr);
		d->bytes = now->u.data.bytes;
		d->end_time = now->u.data.end;
		break;
	}
	case OMPT_TR_NOW_SUBMIT: case OMPT_TR_NOW_SUBMIT_EMI:
		then->type = ompt_event_target_submit;
		then->record.kernel.host_op_id = now->u.kernel.op;
		then->record.kernel.granted_num_teams = now->u.kernel.granted;
		then->record.kernel.end_time = now->u.kernel.end;
		break;
	case OMPT_TR_NOW_MAP: case OMPT_TR_NOW_MAP_EMI:
		then->type = ompt_event_target_data_map;
		then->record.data_map.target_id = now->u.map.id;
		then->record.data_map.nitems = now->u.map.n;
		then->record.data_map.host_addr = now->u.map.host;
		then->record.data_map.device_addr = now->u.map.dev;
		then->record.data_map.bytes = now->u.map.bytes;
		then->record.data_map.mapping_flags = now->u.map.flags;
		break;
	default:
		then->type = (ompt_event_t)now->type;
		break;
	}
	return then;
}

/* --- lookup -------------------------------------------------------------- */

typedef struct { const char *then; ompt_interface_fn_t fn; const char *now; } ompt_tr_entry_t;

OMPT_TR_FN ompt_interface_fn_t ompt_tr_search(const ompt_tr_entry_t *e, const char *name, ompt_function_lookup_t lookup) {
	while (e->then && strcmp(e->then, name) != 0)
		e++;
	return e->fn ? e->fn : e->now ? lookup(e->now) : NULL;
}

OMPT_TR_FN ompt_interface_fn_t ompt_tr_device_lookup(const char *name) {
	static const ompt_tr_entry_t entries[] = {
		{"ompt_target_get_time", NULL, "ompt_get_device_time"},
		{"ompt_target_translate_time", NULL, "ompt_translate_time"},
		{"ompt_target_set_trace_ompt", (ompt_interface_fn_t)ompt_tr_set_trace_ompt, NULL},
		{"ompt_target_set_trace_native", (ompt_interface_fn_t)ompt_tr_set_trace_native, NULL},
		{"ompt_target_start_trace", (ompt_interface_fn_t)ompt_tr_start_trace, NULL},
		{"ompt_target_pause_trace", (ompt_interface_fn_t)ompt_tr_pause_trace, NULL},
		{"ompt_target_stop_trace", (ompt_interface_fn_t)ompt_tr_stop_trace, NULL},
		{"ompt_target_advance_buffer_cursor", (ompt_interface_fn_t)ompt_tr_advance, NULL},
		{"ompt_target_buffer_get_record_type", NULL, "ompt_get_record_type"},
		{"ompt_target_buffer_get_record_ompt", (ompt_interface_fn_t)ompt_tr_get_record, NULL},
		{"ompt_target_buffer_get_record_native", NULL, "ompt_get_record_native"},
		{"ompt_target_buffer_get_record_native_abstract", NULL, "ompt_get_record_abstract"},
		{NULL, NULL, NULL},
	};
	return ompt_tr_search(entries, name, ompt_tr_trace);
}

OMPT_TR_FN ompt_interface_fn_t ompt_tr_lookup(const char *name) {
	static const ompt_tr_entry_t entries[] = {
		{"ompt_set_callback", (ompt_interface_fn_t)ompt_tr_set_callback, NULL},
		{"ompt_get_callback", (ompt_interface_fn_t)ompt_tr_get_callback, NULL},
		{"ompt_get_thread_data", NULL, "ompt_get_thread_data"},
		{"ompt_get_target_info", (ompt_interface_fn_t)ompt_tr_get_target_info, NULL},
		{"ompt_target_get_device_info", (ompt_interface_fn_t)ompt_tr_get_device_info, NULL},
		{"ompt_target_get_device_id", (ompt_interface_fn_t)ompt_tr_get_device_id, NULL},
		{NULL, NULL, NULL},
	};
	return ompt_tr_search(entries, name, ompt_tr_state.lookup);
}

/* --- start and end ------------------------------------------------------- */

OMPT_TR_FN int ompt_tr_initialize(ompt_function_lookup_t lookup, int initial_device_num, ompt_data_t *tool_data) {
	ompt_initialize_fn_t initialize = (ompt_initialize_fn_t)tool_data->ptr;
	ompt_tr_state.lookup = lookup;
	(void)initial_device_num;
	ompt_tr_now(OMPT_TR_NOW_DEVICE_INITIALIZE, (void *)ompt_tr_device);
	ompt_tr_now(OMPT_TR_NOW_TARGET_EMI, (void *)ompt_tr_target); /* gives regions their ids */
	initialize(ompt_tr_lookup, ompt_tr_state.runtime, OMPT_TR_VERSION);
	return 1;
}

OMPT_TR_FN void ompt_tr_finalize(ompt_data_t *tool_data) {
	(void)tool_data;
	if (ompt_tr_state.callback[ompt_event_runtime_shutdown])
		ompt_tr_state.callback[ompt_event_runtime_shutdown]();
}

__attribute__((weak)) ompt_tr_start_t *ompt_start_tool(unsigned int omp_version, const char *runtime_version) {
	ompt_initialize_fn_t initialize = ompt_tool();
	(void)omp_version;
	if (!initialize)
		return NULL;
	ompt_tr_state.runtime = runtime_version;
	ompt_tr_state.start.initialize = ompt_tr_initialize;
	ompt_tr_state.start.finalize = ompt_tr_finalize;
	ompt_tr_state.start.tool_data.ptr = (void *)initialize;
	return &ompt_tr_state.start;
}

extern int omp_control_tool(int command, int modifier, void *arg) __attribute__((weak));

/* For the application. */
__attribute__((weak)) void ompt_control(uint64_t command, uint64_t modifier) {
	if (omp_control_tool)
		omp_control_tool((int)command, (int)modifier, NULL);
}

#ifdef __cplusplus
#undef _Bool
}
#endif

#endif
