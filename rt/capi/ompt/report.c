/* Adapter for tools of the OMPT report of 2016: to the runtime, a tool that defines ompt_tool is a tool
 * of today's interface. The adapter's callbacks and entry points translate between the two. In the
 * names, now is today's interface and then is the report's. */
#include <stdlib.h>
#include <string.h>

#include "../../../include/ompt-tr2016.h"

#include "report.h"
#include "../host/shim.h"

#define OF_THIS_MODULE __attribute__((visibility("hidden")))

enum { EVENTS = 28,
	REPORT_VERSION = 2 };

/* Results of ompt_set_callback and ompt_set_trace_ompt: today's (NOW_) and the report's (THEN_). */
enum { NOW_NEVER = 1,
	NOW_IMPOSSIBLE = 2,
	NOW_SOMETIMES = 3,
	NOW_ALWAYS = 5 };
enum { THEN_ERROR = 0,
	THEN_NO_CALLBACK = 1,
	THEN_NEVER = 2,
	THEN_SOMETIMES = 3,
	THEN_ALWAYS = 4 };

/* Numbers of today's callbacks (OpenMP 5.2 §19.4.2.4). */
enum {
	NOW_THREAD_BEGIN = 1,
	NOW_THREAD_END,
	NOW_PARALLEL_BEGIN,
	NOW_PARALLEL_END,
	NOW_TASK_CREATE,
	NOW_TASK_SCHEDULE,
	NOW_IMPLICIT_TASK,
	NOW_TARGET,
	NOW_DATA_OP,
	NOW_SUBMIT,
	NOW_CONTROL,
	NOW_DEVICE_INITIALIZE,
	NOW_SYNC_REGION_WAIT = 16,
	NOW_MUTEX_RELEASED,
	NOW_DEPENDENCES,
	NOW_TASK_DEPENDENCE,
	NOW_WORK,
	NOW_MASKED,
	NOW_MAP,
	NOW_SYNC_REGION,
	NOW_LOCK_INIT,
	NOW_LOCK_DESTROY,
	NOW_MUTEX_ACQUIRE,
	NOW_MUTEX_ACQUIRED,
	NOW_NEST_LOCK,
	NOW_FLUSH,
	NOW_TARGET_EMI = 33,
	NOW_DATA_OP_EMI,
	NOW_SUBMIT_EMI,
	NOW_MAP_EMI
};

extern ompt_target_device_t *ompcc_ompt_trace_device(int n) OF_THIS_MODULE;
extern ompt_interface_fn_t ompcc_ompt_trace_lookup(const char *name) OF_THIS_MODULE;

static struct {
	struct {
		int (*initialize)(ompt_function_lookup_t, int, ompt_data_t *);
		void (*finalize)(ompt_data_t *);
		ompt_data_t tool_data;
	} start; /* today's ompt_start_tool_result_t */
	ompt_initialize_fn_t initialize;
	const char *runtime;
	ompt_function_lookup_t lookup; /* today's */
	uint64_t last_id;
	uint64_t states; /* bit i: today's runtime has states[i] */
	ompt_callback_t callback[EVENTS];
	struct {
		ompt_target_buffer_request_callback_t request;
		ompt_target_buffer_complete_callback_t complete;
	} device[OMPCC_MAX_DEVICES];
} report;

static uint64_t new_id(void) { return __atomic_add_fetch(&report.last_id, 1, __ATOMIC_RELAXED); }

#define CALL(type, event, ...) \
	do { \
		if (report.callback[ompt_event_##event]) \
			((ompt_##type##_callback_t)report.callback[ompt_event_##event])(__VA_ARGS__); \
	} while (0)

/* --- the host's events --------------------------------------------------- */

/* Flags of today's tasks and parallel regions. */
enum { TASK_INITIAL = 1,
	TASK_IMPLICIT = 2,
	TASK_EXPLICIT = 4,
	TASK_TARGET = 8,
	INVOKERS = 3,
	LEAGUE = 1 << 30 };
enum { TYPE_TARGET = 4 /* ompt_task_target of ompt_task_type_t */ };

static ompt_task_type_t task_type(int flags) {
	if (flags & TASK_INITIAL)
		return ompt_task_initial;
	if (flags & TASK_TARGET)
		return (ompt_task_type_t)TYPE_TARGET;
	return flags & TASK_IMPLICIT ? ompt_task_implicit : ompt_task_explicit;
}

/* parallel_begin and parallel_end drop leagues on the host: in the report, a league is no parallel region. */
static void parallel_begin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel, unsigned threads, int flags, const void *ra) {
	if (!(flags & LEAGUE))
		CALL(parallel_begin, parallel_begin, task, frame, parallel, threads, (ompt_invoker_t)(flags & INVOKERS), ra);
}

static void parallel_end(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *ra) {
	if (!(flags & LEAGUE))
		CALL(parallel_end, parallel_end, parallel, task, (ompt_invoker_t)(flags & INVOKERS), ra);
}

static void task_create(ompt_data_t *parent, const ompt_frame_t *frame, ompt_data_t *task, int flags, int dependences, const void *ra) {
	(void)dependences;
	CALL(task_create, task_create, parent, frame, task, task_type(flags), ra);
}

/* task_schedule drops events without a next task: a fulfilled detach event schedules no task. */
static void task_schedule(ompt_data_t *prior, int status, ompt_data_t *next) {
	enum { COMPLETE = 1,
		CANCEL = 3 };
	if (next)
		CALL(task_schedule, task_schedule, prior, status == COMPLETE || status == CANCEL, next);
}

static void implicit_task(int endpoint, ompt_data_t *parallel, ompt_data_t *task, unsigned threads, unsigned index, int flags) {
	(void)threads, (void)index;
	if (flags & TASK_IMPLICIT)
		CALL(scoped_implicit, implicit_task, (ompt_scope_endpoint_t)endpoint, parallel, task);
}

/* sync_kind translates a kind of synchronization: barriers of every kind (1), taskwait or taskgroup. It
 * returns 0 for a reduction, which the report does not have. */
static int sync_kind(int now) {
	static const int then[] = {0, 1, 1, 1, 1, ompt_sync_region_taskwait, ompt_sync_region_taskgroup, 0, 1, 1, 1};
	return now > 0 && now < (int)(sizeof then / sizeof *then) ? then[now] : 0;
}

#define SYNC(event) \
	static void event(int kind, int endpoint, ompt_data_t *parallel, ompt_data_t *task, const void *ra) { \
		if (sync_kind(kind)) \
			CALL(scoped_sync_region, event, (ompt_sync_region_kind_t)sync_kind(kind), (ompt_scope_endpoint_t)endpoint, parallel, task, ra); \
	}
SYNC(sync_region_wait)
SYNC(sync_region)

static ompt_mutex_kind_t mutex_kind(int now) {
	static const ompt_mutex_kind_t then[] = {ompt_mutex, ompt_mutex_lock, ompt_mutex_lock, ompt_mutex_nest_lock, ompt_mutex_nest_lock,
		ompt_mutex_critical, ompt_mutex_atomic, ompt_mutex_ordered};
	return now >= 0 && now < (int)(sizeof then / sizeof *then) ? then[now] : ompt_mutex;
}

#define MUTEX(event) \
	static void event(int kind, ompt_wait_id_t id, const void *ra) { CALL(mutex, event, mutex_kind(kind), id, ra); }
MUTEX(mutex_release)
MUTEX(mutex_acquired)

static void mutex_acquire(int kind, unsigned hint, unsigned impl, ompt_wait_id_t id, const void *ra) {
	CALL(mutex_acquire, mutex_acquire, mutex_kind(kind), hint, impl, id, ra);
}

static void init_lock(int kind, unsigned hint, unsigned impl, ompt_wait_id_t id, const void *ra) {
	CALL(lock_init, init_lock, mutex_kind(kind) == ompt_mutex_nest_lock, id, hint, impl, ra);
}

static void destroy_lock(int kind, ompt_wait_id_t id, const void *ra) {
	CALL(lock_destroy, destroy_lock, mutex_kind(kind) == ompt_mutex_nest_lock, id, ra);
}

/* dependence_t is today's ompt_dependence_t. Of the types in, out, inout, mutexinoutset, source, sink and
 * inoutset, the report has the first three. task_dependences translates mutexinoutset and inoutset to
 * inout, and drops source and sink. */
typedef struct {
	ompt_data_t variable;
	int type;
} dependence_t;

static void task_dependences(ompt_data_t *task, const dependence_t *now, int n) {
	static const uint32_t then[] = {0, ompt_task_dependence_type_in, ompt_task_dependence_type_out, ompt_task_dependence_type_inout,
		ompt_task_dependence_type_inout, 0, 0, ompt_task_dependence_type_inout};
	ompt_task_dependence_t *list = calloc(n > 0 ? (size_t)n : 1, sizeof *list);
	int known = 0;
	for (int i = 0; list && i < n; i++)
		if (now[i].type > 0 && now[i].type < (int)(sizeof then / sizeof *then) && then[now[i].type])
			list[known++] = (ompt_task_dependence_t){now[i].variable.ptr, then[now[i].type]};
	if (known)
		CALL(task_dependences, task_dependences, task, list, known);
	free(list);
}

/* worksharing translates the kinds of today's loop schedules to loop. It drops taskloop and scope, which
 * the report does not have. */
static void worksharing(int kind, int endpoint, ompt_data_t *parallel, ompt_data_t *task, uint64_t count, const void *ra) {
	enum { TASKLOOP = 7,
		SCOPE = 8 };
	(void)count;
	if (kind > SCOPE)
		kind = ompt_worksharing_loop;
	if (kind < TASKLOOP)
		CALL(scoped_worksharing, worksharing, (ompt_worksharing_type_t)kind, (ompt_scope_endpoint_t)endpoint, parallel, task, ra);
}

/* --- devices' events ----------------------------------------------------- */

static void target(int kind, int endpoint, int device, ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data, const void *ra) {
	enum { NOWAIT = 8 };
	(void)target_task;
	if (endpoint == ompt_scope_begin)
		data->value = new_id();
	CALL(scoped_target, target, device, (ompt_target_type_t)(kind > NOWAIT ? kind - NOWAIT : kind), task, (ompt_scope_endpoint_t)endpoint,
		data->value, ra);
}

static int is_device(int n) { return n >= 0 && n < ompcc_num_devices(); }

/* operation translates a data operation; 0: the report has no such operation. */
static int operation(int now, int srcdev, int dstdev, void *src, void *dst, void **host, void **device) {
	enum { ASYNCHRONOUS = 16,
		TRANSFER = 7,
		MEMSET = 8,
		RECTANGLE = 9 };
	int op = now > ASYNCHRONOUS ? now - ASYNCHRONOUS : now, from = is_device(srcdev) && !is_device(dstdev);
	if (op == TRANSFER || op == RECTANGLE)
		op = from ? ompt_target_data_transfer_from_dev : ompt_target_data_transfer_to_dev;
	if (op == MEMSET)
		op = ompt_target_data_transfer_to_dev;
	*host = op == ompt_target_data_transfer_from_dev ? dst : src;
	*device = op == ompt_target_data_transfer_from_dev ? src : dst;
	if (op == ompt_target_data_alloc || op == ompt_target_data_delete) {
		*host = ompcc_ompt_host_address();
		*device = dst ? dst : src;
	}
	return op <= ompt_target_data_delete ? op : 0;
}

/* data_op calls the tool before a transfer or a deletion, and after an allocation. */
static void data_op(int endpoint, ompt_data_t *task, ompt_data_t *data, uint64_t *op_id, int now, void *src, int srcdev, void *dst,
	int dstdev, size_t bytes, const void *ra) {
	void *host, *device;
	int op = operation(now, srcdev, dstdev, src, dst, &host, &device);
	(void)task, (void)ra;
	if (endpoint != ompt_scope_end)
		*op_id = new_id();
	if (op && endpoint == (op == ompt_target_data_alloc ? ompt_scope_end : ompt_scope_begin))
		CALL(target_data, target_data, data->value, *op_id, (ompt_target_data_op_t)op, host, device, bytes);
}

static void submit(int endpoint, ompt_data_t *data, uint64_t *op_id, unsigned teams) {
	if (endpoint != ompt_scope_begin)
		return;
	*op_id = new_id();
	CALL(target_submit, target_submit, data->value, *op_id, teams, ompcc_ompt_granted_teams());
}

static void map(ompt_data_t *data, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	(void)ra;
	CALL(target_data_map, target_data_map, data->value, n, host, device, bytes, flags);
}

static int control(uint64_t command, uint64_t modifier, void *arg, const void *ra) {
	(void)arg;
	CALL(control, control, command, modifier, ra);
	return 0;
}

/* --- registration -------------------------------------------------------- */

/* events maps each event of the report to the number of today's callback and to the function that serves
 * it. If fn is NULL, today's runtime calls the tool's callback directly. */
static const struct {
	int now;
	ompt_callback_t fn;
} events[EVENTS] = {
#define EVENT(then, today, fn) [ompt_event_##then] = {NOW_##today, (ompt_callback_t)(fn)}
	EVENT(thread_begin, THREAD_BEGIN, NULL),
	EVENT(thread_end, THREAD_END, NULL),
	EVENT(parallel_begin, PARALLEL_BEGIN, parallel_begin),
	EVENT(parallel_end, PARALLEL_END, parallel_end),
	EVENT(task_create, TASK_CREATE, task_create),
	EVENT(task_schedule, TASK_SCHEDULE, task_schedule),
	EVENT(implicit_task, IMPLICIT_TASK, implicit_task),
	EVENT(target_data, DATA_OP_EMI, data_op),
	EVENT(target_submit, SUBMIT_EMI, submit),
	EVENT(control, CONTROL, control),
	EVENT(sync_region_wait, SYNC_REGION_WAIT, sync_region_wait),
	EVENT(mutex_release, MUTEX_RELEASED, mutex_release),
	EVENT(task_dependences, DEPENDENCES, task_dependences),
	EVENT(task_dependence_pair, TASK_DEPENDENCE, NULL),
	EVENT(worksharing, WORK, worksharing),
	EVENT(master, MASKED, NULL),
	EVENT(target_data_map, MAP_EMI, map),
	EVENT(sync_region, SYNC_REGION, sync_region),
	EVENT(init_lock, LOCK_INIT, init_lock),
	EVENT(destroy_lock, LOCK_DESTROY, destroy_lock),
	EVENT(mutex_acquire, MUTEX_ACQUIRE, mutex_acquire),
	EVENT(mutex_acquired, MUTEX_ACQUIRED, mutex_acquired),
	EVENT(nested_lock, NEST_LOCK, NULL),
	EVENT(flush, FLUSH, NULL),
#undef EVENT
};

static int set_now(int event, ompt_callback_t callback) {
	int (*set)(int, ompt_callback_t) = (int (*)(int, ompt_callback_t))report.lookup("ompt_set_callback");
	return set ? set(event, callback) : 0;
}

static int result_of(int now) {
	static const int then[] = {THEN_ERROR, THEN_NEVER, THEN_NO_CALLBACK, THEN_SOMETIMES, THEN_SOMETIMES, THEN_ALWAYS};
	return now >= 0 && now <= NOW_ALWAYS ? then[now] : THEN_ERROR;
}

/* set_callback does not register the event target: initialize has done so, because that event gives
 * regions their identifiers. Today's interface has no event for idle threads. */
static int set_callback(ompt_event_t event, ompt_callback_t callback) {
	int result = NOW_IMPOSSIBLE;
	if ((int)event <= 0 || (int)event >= EVENTS)
		return THEN_ERROR;
	report.callback[event] = callback;
	if (event == ompt_event_target || event == ompt_event_runtime_shutdown)
		result = NOW_ALWAYS;
	else if (events[event].now)
		result = set_now(events[event].now, callback && events[event].fn ? events[event].fn : callback);
	if (result < NOW_SOMETIMES)
		report.callback[event] = NULL;
	return result_of(result);
}

static int get_callback(ompt_event_t event, ompt_callback_t *callback) {
	if ((int)event <= 0 || (int)event >= EVENTS || !report.callback[event])
		return 0;
	*callback = report.callback[event];
	return 1;
}

/* --- states -------------------------------------------------------------- */

static const struct {
	int now;
	omp_state_t then;
	const char *name;
} states[] = {
#define STATE(now, then) {now, omp_state_##then, "omp_state_" #then}
	STATE(0x100, idle),
	STATE(0x000, work_serial),
	STATE(0x001, work_parallel),
	STATE(0x002, work_reduction),
	STATE(0x101, overhead),
	STATE(0x010, wait_barrier),
	STATE(0x011, wait_barrier_implicit),
	STATE(0x012, wait_barrier_implicit),
	STATE(0x013, wait_barrier_implicit),
	STATE(0x014, wait_barrier_explicit),
	STATE(0x015, wait_barrier),
	STATE(0x016, wait_barrier),
	STATE(0x020, wait_taskwait),
	STATE(0x021, wait_taskgroup),
	STATE(0x040, wait_mutex),
	STATE(0x041, wait_lock),
	STATE(0x042, wait_critical),
	STATE(0x043, wait_atomic),
	STATE(0x044, wait_ordered),
	STATE(0x080, wait_target),
	STATE(0x081, wait_target_data),
	STATE(0x082, wait_target_update),
#undef STATE
};
enum { STATES = sizeof states / sizeof *states,
	NOW_UNDEFINED = 0x102 };

static omp_state_t state_of(int now) {
	for (int i = 0; i < STATES; i++)
		if (states[i].now == now)
			return states[i].then;
	return omp_state_undefined;
}

static void find_states(void) {
	int (*enumerate)(int, int *, const char **) = (int (*)(int, int *, const char **))report.lookup("ompt_enumerate_states");
	int state = NOW_UNDEFINED;
	const char *name;
	while (enumerate && enumerate(state, &state, &name))
		for (int i = 0; i < STATES; i++)
			if (states[i].now == state)
				report.states |= 1ull << i;
}

/* is_first reports whether states[i] is the first of the states that the runtime has and that translate
 * to the same state of the report. enumerate_states lists only these. */
static int is_first(int i) {
	for (int k = 0; k < i; k++)
		if (states[k].then == states[i].then && report.states >> k & 1)
			return 0;
	return (int)(report.states >> i & 1);
}

static _Bool enumerate_states(omp_state_t current, omp_state_t *next, const char **name) {
	int at = 0;
	while (current != omp_state_undefined && at < STATES && !(states[at].then == current && is_first(at)))
		at++;
	at += current != omp_state_undefined;
	while (at < STATES && !is_first(at))
		at++;
	if (at >= STATES)
		return 0;
	*next = states[at].then;
	*name = states[at].name;
	return 1;
}

typedef int get_state_t(ompt_wait_id_t *);
static get_state_t *get_state_now;

static omp_state_t get_state(ompt_wait_id_t *id) { return get_state_now ? state_of(get_state_now(id)) : omp_state_undefined; }

/* --- regions ------------------------------------------------------------- */

typedef int task_info_t(int, int *, ompt_data_t **, ompt_frame_t **, ompt_data_t **, int *);
typedef int parallel_info_t(int, ompt_data_t **, int *);
typedef int target_info_t(uint64_t *, ompt_target_id_t *, ompt_target_id_t *);
static task_info_t *task_info_now;
static parallel_info_t *parallel_info_now;
static target_info_t *target_info_now;

/* implicit_region returns the implicit parallel region of today's initial task. The report has no such
 * region. */
static const ompt_data_t *implicit_region(void) {
	int flags, thread;
	ompt_data_t *task, *parallel;
	ompt_frame_t *frame;
	for (int level = 0; task_info_now; level++) {
		flags = 0;
		parallel = NULL;
		if (!task_info_now(level, &flags, &task, &frame, &parallel, &thread))
			return NULL;
		if (flags & TASK_INITIAL)
			return parallel;
	}
	return NULL;
}

static _Bool get_parallel_info(int level, ompt_parallel_data_t **data, int *size) {
	ompt_data_t *parallel = NULL;
	int threads = 0, known = parallel_info_now && parallel_info_now(level, &parallel, &threads) && parallel && parallel != implicit_region();
	if (data)
		*data = known ? parallel : NULL;
	if (size)
		*size = threads;
	return known != 0;
}

static _Bool get_task_info(int level, ompt_task_type_t *type, ompt_task_data_t **data, ompt_frame_t **frame, ompt_parallel_data_t **parallel) {
	int flags = 0, thread;
	ompt_data_t *task = NULL, *region = NULL;
	ompt_frame_t *its_frame = NULL;
	if (!task_info_now || !task_info_now(level, &flags, &task, &its_frame, &region, &thread))
		return 0;
	if (type)
		*type = task_type(flags);
	if (data)
		*data = task;
	if (frame)
		*frame = its_frame;
	if (parallel)
		*parallel = region == implicit_region() ? NULL : region;
	return 1;
}

static _Bool get_target_info(ompt_target_id_t *target_id, ompt_target_id_t *host_op_id) {
	uint64_t device;
	return target_info_now && target_info_now(&device, target_id, host_op_id);
}

static int get_device_id(void) {
	uint64_t device, id, op;
	return target_info_now && target_info_now(&device, &id, &op) ? (int)device : -1;
}

static ompt_interface_fn_t device_lookup(const char *name);

static _Bool get_device_info(int32_t id, const char **type, ompt_target_device_t **device, ompt_function_lookup_t *lookup,
	const char **documentation) {
	if (!is_device(id))
		return 0;
	*type = ompcc_ompt_device_type(id);
	*device = ompcc_ompt_trace_device(id);
	*lookup = device_lookup;
	*documentation = ompcc_ompt_documentation();
	return 1;
}

/* --- tracing ------------------------------------------------------------- */

static int set_trace(ompt_target_device_t *device, _Bool enable, int now) {
	int (*set)(void *, unsigned, unsigned) = (int (*)(void *, unsigned, unsigned))ompcc_ompt_trace_lookup("ompt_set_trace_ompt");
	return set(device, enable, (unsigned)now);
}

/* set_trace_ompt traces the events that a device has. For event 0 (all events) it returns THEN_SOMETIMES,
 * because a device has only some of them (§6.1). */
static int set_trace_ompt(ompt_target_device_t *device, _Bool enable, ompt_event_t event) {
	switch ((int)event) {
	case 0:
		return set_trace(device, enable, 0) ? THEN_SOMETIMES : THEN_ERROR;
	case ompt_event_target:
		return result_of(set_trace(device, enable, NOW_TARGET));
	case ompt_event_target_data:
		return result_of(set_trace(device, enable, NOW_DATA_OP));
	case ompt_event_target_submit:
		return result_of(set_trace(device, enable, NOW_SUBMIT));
	case ompt_event_target_data_map:
		return result_of(set_trace(device, enable, NOW_MAP));
	}
	if ((int)event < 0 || (int)event >= EVENTS || !set_trace(device, enable, NOW_THREAD_BEGIN))
		return THEN_ERROR;
	return THEN_NO_CALLBACK;
}

static int set_trace_native(ompt_target_device_t *device, _Bool enable, uint32_t flags) {
	int (*set)(void *, int, int) = (int (*)(void *, int, int))ompcc_ompt_trace_lookup("ompt_set_trace_native");
	return result_of(set(device, enable, (int)flags));
}

static void request(int device, void **buffer, size_t *bytes) { report.device[device].request(buffer, bytes); }

static void complete(int device, void *buffer, size_t bytes, uint64_t begin, int owned) {
	(void)owned;
	report.device[device].complete(device, buffer, bytes, begin);
}

static int number_of(ompt_target_device_t *device) {
	int n = 0;
	while (is_device(n) && ompcc_ompt_trace_device(n) != device)
		n++;
	return is_device(n) ? n : -1;
}

static _Bool start_trace(ompt_target_device_t *device, ompt_target_buffer_request_callback_t ask, ompt_target_buffer_complete_callback_t give,
	ompt_get_target_info_inquiry_t get_info) {
	typedef int start_t(void *, void (*)(int, void **, size_t *), void (*)(int, void *, size_t, uint64_t, int));
	int n = number_of(device);
	(void)get_info;
	if (n < 0 || !ask || !give)
		return 0;
	report.device[n].request = ask;
	report.device[n].complete = give;
	return ((start_t *)ompcc_ompt_trace_lookup("ompt_start_trace"))(device, request, complete) != 0;
}

static _Bool pause_trace(ompt_target_device_t *device, _Bool pause) {
	return ((int (*)(void *, int))ompcc_ompt_trace_lookup("ompt_pause_trace"))(device, pause) != 0;
}

static _Bool stop_trace(ompt_target_device_t *device) {
	return ((int (*)(void *))ompcc_ompt_trace_lookup("ompt_stop_trace"))(device) != 0;
}

static _Bool advance(ompt_target_buffer_t *buffer, size_t size, ompt_target_buffer_cursor_t current, ompt_target_buffer_cursor_t *next) {
	typedef int advance_t(void *, void *, size_t, uint64_t, uint64_t *);
	return ((advance_t *)ompcc_ompt_trace_lookup("ompt_advance_buffer_cursor"))(NULL, buffer, size, current, next) != 0;
}

/* record_t is the part of today's ompt_record_ompt_t that get_record needs. */
typedef struct {
	int type;
	uint64_t time, thread_id, target_id;
	union {
		struct {
			uint64_t op;
			int optype;
			void *src;
			int srcdev;
			void *dst;
			int dstdev;
			size_t bytes;
			uint64_t end;
		} data;
		struct {
			uint64_t op;
			unsigned requested, granted;
			uint64_t end;
		} kernel;
		struct {
			uint64_t id;
			unsigned n;
			void **host, **dev;
			size_t *bytes;
			unsigned *flags;
		} map;
	} u;
} record_t;

/* get_record returns a record in thread-local storage, which the next call overwrites (§6.4). */
static ompt_record_ompt_t *get_record(ompt_target_buffer_t *buffer, ompt_target_buffer_cursor_t current) {
	static __thread ompt_record_ompt_t shown;
	const record_t *now = ((record_t * (*)(void *, uint64_t)) ompcc_ompt_trace_lookup("ompt_get_record_ompt"))(buffer, current);
	if (!now)
		return NULL;
	shown = (ompt_record_ompt_t){.type = ompt_event_target, .time = now->time, .target_id = now->target_id};
	if (now->type == NOW_DATA_OP) {
		ompt_record_target_data_t *d = &shown.record.data;
		shown.type = ompt_event_target_data;
		*d = (ompt_record_target_data_t){.host_op_id = now->u.data.op, .bytes = now->u.data.bytes, .end_time = now->u.data.end};
		d->optype = (ompt_target_data_op_t)operation(now->u.data.optype, now->u.data.srcdev, now->u.data.dstdev, now->u.data.src,
			now->u.data.dst, &d->host_addr, &d->device_addr);
		if (d->optype == ompt_target_data_alloc || d->optype == ompt_target_data_delete)
			d->host_addr = NULL;
	} else if (now->type == NOW_SUBMIT) {
		shown.type = ompt_event_target_submit;
		shown.record.kernel = (ompt_record_target_kernel_t){now->u.kernel.op, now->u.kernel.granted, now->u.kernel.end};
	} else if (now->type == NOW_MAP) {
		shown.type = ompt_event_target_data_map;
		shown.record.data_map = (ompt_record_target_data_map_t){now->u.map.id, now->u.map.n, now->u.map.host, now->u.map.dev, now->u.map.bytes,
			now->u.map.flags};
	}
	return &shown;
}

/* --- lookup -------------------------------------------------------------- */

typedef struct {
	const char *then;
	ompt_interface_fn_t fn;
	const char *now;
} entry_t;

static ompt_interface_fn_t search(const entry_t *e, unsigned n, const char *name, ompt_function_lookup_t now) {
	for (unsigned i = 0; i < n; i++)
		if (strcmp(e[i].then, name) == 0)
			return e[i].fn ? e[i].fn : now(e[i].now);
	return NULL;
}

#define FN(then, fn) {"ompt_" #then, (ompt_interface_fn_t)(fn), NULL}
#define SAME(then, now) {"ompt_" #then, NULL, "ompt_" #now}

static ompt_interface_fn_t device_lookup(const char *name) {
	static const entry_t entries[] = {
		SAME(target_get_time, get_device_time),
		SAME(target_translate_time, translate_time),
		FN(target_set_trace_ompt, set_trace_ompt),
		FN(target_set_trace_native, set_trace_native),
		FN(target_start_trace, start_trace),
		FN(target_pause_trace, pause_trace),
		FN(target_stop_trace, stop_trace),
		FN(target_advance_buffer_cursor, advance),
		SAME(target_buffer_get_record_type, get_record_type),
		FN(target_buffer_get_record_ompt, get_record),
		SAME(target_buffer_get_record_native, get_record_native),
		SAME(target_buffer_get_record_native_abstract, get_record_abstract),
	};
	return search(entries, sizeof entries / sizeof *entries, name, ompcc_ompt_trace_lookup);
}

static ompt_interface_fn_t lookup(const char *name) {
	static const entry_t entries[] = {
		FN(set_callback, set_callback),
		FN(get_callback, get_callback),
		FN(enumerate_states, enumerate_states),
		SAME(enumerate_mutex_kinds, enumerate_mutex_impls),
		SAME(get_thread_data, get_thread_data),
		FN(get_state, get_state),
		FN(get_parallel_info, get_parallel_info),
		FN(get_task_info, get_task_info),
		FN(get_target_info, get_target_info),
		SAME(get_num_devices, get_num_devices),
		FN(target_get_device_info, get_device_info),
		FN(target_get_device_id, get_device_id),
	};
	return search(entries, sizeof entries / sizeof *entries, name, report.lookup);
}

/* --- start and end ------------------------------------------------------- */

static int initialize(ompt_function_lookup_t now, int initial_device_num, ompt_data_t *tool_data) {
	(void)initial_device_num, (void)tool_data;
	report.lookup = now;
	get_state_now = (get_state_t *)now("ompt_get_state");
	task_info_now = (task_info_t *)now("ompt_get_task_info");
	parallel_info_now = (parallel_info_t *)now("ompt_get_parallel_info");
	target_info_now = (target_info_t *)now("ompt_get_target_info");
	find_states();
	set_now(NOW_TARGET_EMI, (ompt_callback_t)target);
	report.initialize(lookup, report.runtime, REPORT_VERSION);
	return 1;
}

static void finalize(ompt_data_t *tool_data) {
	(void)tool_data;
	if (report.callback[ompt_event_runtime_shutdown])
		report.callback[ompt_event_runtime_shutdown]();
}

void *ompcc_report_start(ompcc_report_initializer_t *initializer, const char *runtime) {
	report.initialize = (ompt_initialize_fn_t)(void *)initializer;
	report.runtime = runtime;
	report.start.initialize = initialize;
	report.start.finalize = finalize;
	return &report.start;
}
