/* As a guest of libomp, which owns the tool: libomp calls the tool for the host,
 * the runtime for devices.
 *
 * libomp looks for ompt_start_tool, the program's first. That is the runtime's,
 * which finds the tool in libomp's stead and puts entry points of its own before
 * those that libomp has no answer to: what concerns devices. */
#include "../host/loader.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

#include "../host/shim.h"

typedef void connect_t(ompt_start_tool_result_t *);

extern connect_t ompt_libomp_connect __attribute__((weak));

static connect_t *find_connect(void) {
	if (ompt_libomp_connect)
		return ompt_libomp_connect;
	void *symbol = ompcc_dlsym(RTLD_DEFAULT, "ompt_libomp_connect");
	return (connect_t *)(symbol ? symbol : ompcc_dlsym(RTLD_DEFAULT, "libomp_ompt_connect"));
}

static const void *home_of(const void *symbol) {
	Dl_info info;
	return symbol && dladdr && dladdr(symbol, &info) ? info.dli_fbase : NULL;
}

int ompcc_ompt_is_libomp(const void *code) {
	connect_t *connect = find_connect();
	return connect && home_of(code) == home_of((void *)connect);
}

int ompcc_ompt_libomp(void) { return find_connect() != NULL; }

static const struct {
	int event;
	const char *name;
} events[] = {
#define EVENT(name) {ompt_callback_##name, "ompt_callback_" #name}
	EVENT(target),
	EVENT(target_data_op),
	EVENT(target_submit),
	EVENT(target_map),
	EVENT(target_emi),
	EVENT(target_data_op_emi),
	EVENT(target_submit_emi),
	EVENT(target_map_emi),
	EVENT(device_initialize),
	EVENT(device_finalize),
	EVENT(device_load),
	EVENT(device_unload),
#undef EVENT
};

/* --- between libomp and the tool ----------------------------------------- */

static struct {
	ompt_start_tool_result_t *tool; /* what the tool wants, NULL: none found */
	ompt_start_tool_result_t result; /* what libomp gets instead */
	ompt_function_lookup_t lookup;  /* libomp's */
	ompt_set_callback_t set_callback;
	ompt_get_callback_t get_callback;
	ompt_get_state_t get_state;
	ompt_get_thread_data_t get_thread_data;
	ompt_get_target_info_t get_target_info;
	ompt_get_task_info_t get_task_info;
} between;

static int of_devices(int event) {
	for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i].event == event)
			return 1;
	return 0;
}

/* --- target tasks -------------------------------------------------------- */

/* Between __ompcc_target_task and the task's creation or submission, libomp creates the target task as an explicit
 * one. Before an undeferred task with dependences, or one of ours, it also creates a task of a taskwait that the
 * program does not have. That task's dependences are the target task's. */
static OMPT_TLS struct {
	int expected;
	const ompt_data_t *hidden; /* that taskwait's */
	ompt_dependence_t *list;   /* and its dependences */
	int n;
} target_task;

static void forget_dependences(void) {
	free(target_task.list);
	target_task.list = NULL;
	target_task.n = 0;
}

void ompcc_ompt_expect_task(int on) {
	target_task.expected = on;
	forget_dependences();
}

static void task_create(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *created, int flags, int dependences, const void *ra) {
	target_task.hidden = NULL;
	if (target_task.expected && flags & ompt_task_taskwait) {
		target_task.hidden = created;
		target_task.n = dependences;
		return;
	}
	int is_target = target_task.expected && flags & ompt_task_explicit;
	if (is_target) {
		target_task.expected = 0;
		flags = (flags & ~ompt_task_explicit) | ompt_task_target;
		dependences |= target_task.n > 0;
	}
	if (callback(task_create))
		callback(task_create)(task, frame, created, flags, dependences, ra);
	if (is_target && target_task.list && callback(dependences))
		callback(dependences)(created, target_task.list, target_task.n);
	if (is_target)
		forget_dependences();
}

static void task_schedule(ompt_data_t *before, ompt_task_status_t status, ompt_data_t *next) {
	if (callback(task_schedule) && !(target_task.hidden && before == target_task.hidden))
		callback(task_schedule)(before, status, next);
}

static void dependences(ompt_data_t *task, const ompt_dependence_t *list, int n) {
	if (!target_task.hidden || task != target_task.hidden) {
		if (callback(dependences))
			callback(dependences)(task, list, n);
		return;
	}
	forget_dependences();
	target_task.list = malloc((size_t)n * sizeof *list);
	if (!target_task.list)
		return;
	memcpy(target_task.list, list, (size_t)n * sizeof *list);
	target_task.n = n;
}

/* What libomp calls in the place of the tool's callbacks. */
static const struct {
	int event;
	ompt_callback_t filter;
} filters[] = {
	{ompt_callback_task_create, (ompt_callback_t)task_create},
	{ompt_callback_task_schedule, (ompt_callback_t)task_schedule},
	{ompt_callback_dependences, (ompt_callback_t)dependences},
};

static ompt_callback_t filter_of(int event) {
	for (unsigned i = 0; i < sizeof filters / sizeof *filters; i++)
		if (filters[i].event == event)
			return filters[i].filter;
	return NULL;
}

/* --- callbacks ------------------------------------------------------------ */

/* libomp keeps the callbacks of devices and says whether its own device runtime
 * would call them. */
static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
	ompt_callback_t filter = filter_of((int)event);
	ompt_set_result_t result = between.set_callback(event, callback && filter ? filter : callback);
	if (result == ompt_set_error)
		return result;
	/* Of control commands libomp does not know the caller, nor does it know the initial
	 * tasks of regions on the host. */
	if (filter || (int)event == ompt_callback_control_tool || (int)event == ompt_callback_implicit_task)
		ompcc_ompt_set_callback((int)event, callback);
	if (!of_devices((int)event))
		return result;
	result = ompcc_ompt_supported((int)event);
	if (result == ompt_set_always)
		ompcc_ompt_set_callback((int)event, callback);
	return result;
}

static int get_callback(ompt_callbacks_t event, ompt_callback_t *callback) {
	int known = between.get_callback(event, callback);
	if (known && filter_of((int)event))
		*callback = ompcc_ompt_tool.callback[event];
	return known;
}

static int get_state(ompt_wait_id_t *wait_id) {
	int state = ompcc_ompt_thread.state;
	if (state == ompt_state_wait_target || state == ompt_state_wait_target_map || state == ompt_state_wait_target_update)
		return state;
	if (between.get_thread_data && !between.get_thread_data()) /* libomp does not know the thread */
		return ompt_state_undefined;
	return between.get_state(wait_id);
}

/* own_task finds the level-th task at libomp's task with these data that libomp does not know: a region's target task, or the
 * initial task inside of it. */
static const ompt_region_t *own_task(ompt_data_t *host_task, int *level, int *initial) {
	ompcc_ompt_settle(ompcc_ompt_thread.top, host_task);
	for (const ompt_region_t *r = ompcc_ompt_thread.top; r; r = r->outer) {
		if (!r->running || (!r->deferred && r->host_task != host_task))
			continue;
		*initial = r->in_initial && (*level)-- == 0;
		if (*initial || (!r->generated && (*level)-- == 0))
			return r;
	}
	return NULL;
}

static int is_target_task(const ompt_data_t *task) {
	for (const ompt_region_t *r = ompcc_ompt_thread.top; r; r = r->outer)
		if (r->generated && r->target_task == task)
			return ompcc_ompt_task_flags(r);
	return 0;
}

/* Among libomp's tasks stand the target tasks that it does not know. */
static int get_task_info(int level, int *flags, ompt_data_t **task, ompt_frame_t **frame, ompt_data_t **parallel, int *thread) {
	for (int host = 0;; host++) {
		ompt_data_t *data = NULL;
		int f = 0, known = between.get_task_info(host, &f, &data, frame, parallel, thread);
		if (!known)
			return 0;
		int initial = 0;
		const ompt_region_t *r = own_task(data, &level, &initial);
		if (r) {
			if (flags)
				*flags = initial ? ompt_task_initial : ompcc_ompt_task_flags(r);
			if (task)
				*task = initial ? (ompt_data_t *)&r->initial : r->target_task;
			if (frame)
				*frame = (ompt_frame_t *)&r->frame;
			return known;
		}
		if (level-- == 0) {
			int target = is_target_task(data);
			if (flags)
				*flags = target ? (f & ~(ompt_task_explicit | ompt_task_undeferred)) | target : f;
			if (task)
				*task = data;
			return known;
		}
	}
}

ompt_frame_t *ompcc_ompt_host_frame(void) {
	ompt_frame_t *frame = NULL;
	between.get_task_info(0, NULL, NULL, &frame, NULL, NULL);
	return frame;
}

static const struct {
	const char *name;
	void *of_libomp;
	ompt_interface_fn_t ours;
} entries[] = {
	{"ompt_set_callback", &between.set_callback, (ompt_interface_fn_t)set_callback},
	{"ompt_get_callback", &between.get_callback, (ompt_interface_fn_t)get_callback},
	{"ompt_get_state", &between.get_state, (ompt_interface_fn_t)get_state},
	{"ompt_get_target_info", &between.get_target_info, (ompt_interface_fn_t)ompcc_ompt_get_target_info},
	{"ompt_get_task_info", &between.get_task_info, (ompt_interface_fn_t)get_task_info},
	{"ompt_get_num_devices", NULL, (ompt_interface_fn_t)ompcc_num_devices},
};

static ompt_interface_fn_t lookup(const char *name) {
	ompt_interface_fn_t of_libomp = between.lookup(name);
	if (strcmp(name, "ompcc_get_construct") == 0)
		return (ompt_interface_fn_t)ompcc_ompt_get_construct;
	if (strcmp(name, "ompcc_get_variable") == 0)
		return (ompt_interface_fn_t)ompcc_mapped_name;
	for (unsigned i = 0; i < sizeof entries / sizeof *entries && of_libomp; i++)
		if (strcmp(name, entries[i].name) == 0) {
			if (entries[i].of_libomp == &between.get_task_info)
				ompcc_ompt_tool.frames = 1;
			if (entries[i].of_libomp)
				*(ompt_interface_fn_t *)entries[i].of_libomp = of_libomp;
			return entries[i].ours;
		}
	return of_libomp;
}

/* libomp does not know the host's device number. With OMPCC_OMPT_COMPAT a tool gets
 * libomp's own answers, and the number that it has before LLVM's runtime counts devices. */
static int initialize(ompt_function_lookup_t of_libomp, int initial, ompt_data_t *data) {
	(void)initial;
	int before = ompcc_ompt_attaching, active;
	ompcc_ompt_attaching = 1;
	if (ompcc_ompt_tool.compat) {
		active = between.tool->initialize(of_libomp, 0, data);
	} else {
		between.lookup = of_libomp;
		between.get_thread_data = (ompt_get_thread_data_t)of_libomp("ompt_get_thread_data");
		active = between.tool->initialize(lookup, ompcc_initial_device(), data);
	}
	ompcc_ompt_attaching = before;
	return active;
}

/* libomp's function of the name asks the next one, which is this one if the shared runtime comes behind libomp. */
ompt_start_tool_result_t *ompcc_ompt_start(unsigned version, const char *runtime) {
	static __thread int asking __attribute__((tls_model("initial-exec")));
	int before = ompcc_ompt_attaching;
	if (asking)
		return NULL;
	asking = ompcc_ompt_attaching = 1;
	ompcc_ompt_settings();
	between.tool = ompcc_ompt_find_tool(version, runtime);
	asking = 0;
	ompcc_ompt_attaching = before;
	if (!between.tool)
		return NULL;
	between.result = *between.tool;
	between.result.initialize = initialize;
	return &between.result;
}

/* A tool's own function of this name takes its place where the link step could
 * not rename it: then that tool has libomp's answers only. */
extern ompcc_start_tool_t ompt_start_tool __attribute__((weak, alias("ompcc_ompt_start"), visibility("default")));

/* --- connecting ---------------------------------------------------------- */

/* libomp calls this with a lookup that knows the tool's callbacks by name. */
static int guest_initialize(ompt_function_lookup_t of_libomp, int initial, ompt_data_t *data) {
	ompt_tool_t *tool = &ompcc_ompt_tool;
	(void)initial, (void)data;
	for (unsigned i = 0; i < sizeof events / sizeof *events; i++)
		if (ompcc_ompt_supported(events[i].event) == ompt_set_always)
			ompcc_ompt_set_callback(events[i].event, (ompt_callback_t)of_libomp(events[i].name));
	tool->task_data = (ompt_data_t * (*)(void)) of_libomp("ompt_get_task_data");
	tool->target_task_data = (ompt_data_t * (*)(void)) of_libomp("ompt_get_target_task_data");
	tool->guest = tool->task_data != NULL;
	tool->tasks = between.lookup != NULL;
	return tool->guest;
}

/* When libomp ends, the tool has ended: nothing may be dispatched any more. */
static void guest_finalize(ompt_data_t *data) {
	(void)data;
	ompcc_ompt_enabled = 0;
	ompcc_ompt_choose_form();
}

/* libomp defines a weak ompt_start_tool of its own. When that is the only one
 * and no library is named, there is no tool, and libomp need not be started. */
static int tool_possible(connect_t *connect) {
	return between.tool || ompcc_ompt_tool_elsewhere() ||
		home_of((void *)ompcc_ompt_tool_in_program()) != home_of((void *)connect);
}

int ompcc_ompt_guest(void) {
	static ompt_start_tool_result_t guest = {guest_initialize, guest_finalize, {0}};
	connect_t *connect = find_connect();
	if (!tool_possible(connect))
		return 0;
	connect(&guest);
	return ompcc_ompt_tool.guest;
}

/* Asking for the number of threads makes libomp look at its threads. */
void ompcc_ompt_guest_thread(void) {
	int (*threads)(void);
	*(void **)&threads = ompcc_host_symbol("omp_get_max_threads");
	if (threads)
		threads();
}

/* The tool has set its callback by libomp's own function: it is not known here. */
int ompcc_ompt_guest_control(int command, int modifier, void *arg) {
	int (*control)(int, int, void *);
	*(void **)&control = ompcc_host_symbol("omp_control_tool");
	return control ? control(command, modifier, arg) : -1;
}
