/* Entry points that a tool gets from ompt_function_lookup (OpenMP 5.2 §19.6.1)
 * when there is no other OpenMP runtime that owns the tool. */
#include "state.h"

#include <dlfcn.h>
#include <sched.h>
#include <string.h>

#include "../host/loader.h"
#include "../host/shim.h"

static const struct {
	int state;
	const char *name;
} states[] = {
#define STATE(name) {ompt_state_##name, "ompt_state_" #name}
	STATE(undefined),
	STATE(work_serial),
	STATE(work_parallel),
	STATE(wait_target),
	STATE(wait_target_map),
	STATE(wait_target_update),
#undef STATE
};

static int enumerate_states(int current, int *next, const char **name) {
	unsigned n = sizeof states / sizeof *states;
	for (unsigned i = 0; i + 1 < n; i++)
		if (states[i].state == current) {
			*next = states[i + 1].state;
			*name = states[i + 1].name;
			return 1;
		}
	return 0;
}

/* No mutexes are reported. */
static int enumerate_mutex_impls(int current, int *next, const char **name) {
	(void)current, (void)next, (void)name;
	return 0;
}

/* OpenMP 5.2 Table 19.3, 6.0 Table 32.2: what a device's events must be. */
ompt_set_result_t ompcc_ompt_supported(int event) {
	switch (event) {
	case ompt_callback_target_map:
	case ompt_callback_target_map_emi:
	case ompt_callback_device_unload:
		return ompcc_ompt_tool.compat ? ompt_set_never : ompt_set_always;
	case ompt_callback_target:
	case ompt_callback_target_data_op:
	case ompt_callback_target_submit:
	case ompt_callback_target_emi:
	case ompt_callback_target_data_op_emi:
	case ompt_callback_target_submit_emi:
	case ompt_callback_device_initialize:
	case ompt_callback_device_finalize:
	case ompt_callback_device_load:
	case ompt_callback_control_tool:
	case ompt_callback_error:
		return ompt_set_always;
	/* Of the host's threads and tasks only those of this runtime are seen. */
	case ompt_callback_thread_begin:
	case ompt_callback_thread_end:
	case ompt_callback_implicit_task:
	case ompt_callback_task_create:
	case ompt_callback_task_schedule:
		return ompt_set_sometimes;
	}
	/* The host's events occur, but its runtime tells nobody. */
	return event > 0 && event <= ompt_callback_error ? ompt_set_impossible : ompt_set_error;
}

void ompcc_ompt_choose_form(void) {
	ompt_tool_t *tool = &ompcc_ompt_tool;
	tool->as_is = callback(target_data_op_emi) && !tool->compat && tool->version < 60 && ompcc_ompt_enabled;
}

void ompcc_ompt_set_callback(int event, ompt_callback_t callback) {
	ompcc_ompt_tool.callback[event] = callback;
	ompcc_ompt_choose_form();
	ompcc_ompt_maps |= callback && (event == ompt_callback_target_map || event == ompt_callback_target_map_emi);
}

static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
	ompt_set_result_t result = ompcc_ompt_supported(event);
	if (result == ompt_set_sometimes || result == ompt_set_always)
		ompcc_ompt_set_callback(event, callback);
	return result;
}

static int get_callback(ompt_callbacks_t event, ompt_callback_t *callback) {
	if ((int)event <= 0 || (int)event >= OMPT_CALLBACKS || !ompcc_ompt_tool.callback[event])
		return 0;
	*callback = ompcc_ompt_tool.callback[event];
	return 1;
}

/* What the host's runtime is asked. The routines only read, so they may be called from
 * a signal handler. */
static struct {
	int (*level)(void);
	int (*num_places)(void), (*place_num_procs)(int), (*place_num)(void), (*partition_num_places)(void);
	void (*place_proc_ids)(int, int *), (*partition_place_nums)(int *);
} host;

/* Of the host's threads it is known whether they are in a parallel region. */
static int get_state(ompt_wait_id_t *wait_id) {
	if (wait_id)
		*wait_id = 0;
	if ((!ompcc_ompt_entry.attached || ompcc_ompt_thread.state == ompt_state_work_serial) && host.level && host.level() > 0)
		return ompt_state_work_parallel;
	return ompcc_ompt_entry.attached ? ompcc_ompt_thread.state : ompt_state_undefined;
}

static ompt_data_t *get_thread_data(void) {
	return ompcc_ompt_entry.attached ? &ompcc_ompt_thread.thread : NULL;
}

/* No parallel region of the host is known here. */
static int get_parallel_info(int level, ompt_data_t **data, int *size) {
	(void)level, (void)data, (void)size;
	return 0;
}

/* Level 0 is the initial task of a region on the host, then its target task while there is one, then the thread's initial task. */
static int get_task_info(int level, int *flags, ompt_data_t **task, ompt_frame_t **frame, ompt_data_t **parallel, int *thread) {
	ompt_thread_state_t *self = &ompcc_ompt_thread;
	ompt_region_t *r = self->top;
	int initial = 0;
	for (; r && r != self->around; r = r->outer) {
		initial = r->in_initial && level-- == 0;
		if (initial || (r->running && level-- == 0))
			break;
	}
	if (r && r == self->around)
		r = NULL; /* the tasks around the initial one are another thread's */
	if (!ompcc_ompt_entry.attached || (!r && level != 0))
		return 0;
	if (flags)
		*flags = r && !initial ? ompcc_ompt_task_flags(r) : ompt_task_initial;
	if (task)
		*task = !r ? &self->task : initial ? &r->initial
						   : r->target_task;
	if (frame)
		*frame = r ? &r->frame : &self->frame;
	if (parallel)
		*parallel = NULL;
	if (thread)
		*thread = 0;
	return 2;
}

static int get_task_memory(void **addr, size_t *size, int block) {
	(void)addr, (void)size, (void)block;
	return 0;
}

int ompcc_ompt_get_target_info(uint64_t *device, ompt_id_t *target, ompt_id_t *op) {
	ompt_region_t *r = ompcc_ompt_thread.top;
	if (!r || r->kind == 0)
		return 0;
	ompt_id_t id = r->data.value ? r->data.value : r->id;
	if (id == 0) /* a signal before the region's begin event */
		return 0;
	*device = (uint64_t)r->device;
	*target = id;
	*op = r->op;
	return 1;
}

static int get_target_info(uint64_t *device, ompt_id_t *target, ompt_id_t *op) {
	return ompcc_ompt_get_target_info(device, target, op);
}

static uint64_t get_unique_id(void) { return ompcc_ompt_new_id(); }

static int get_num_devices(void) { return ompcc_num_devices(); }

static int get_num_procs(void) { return (int)ompcc_cpu_num_procs(); }

/* Places are the host runtime's, when it has any. */
void ompcc_ompt_find_places(void) {
	static const struct {
		void *slot;
		const char *name;
	} routines[] = {
		{&host.level, "omp_get_level"},
		{&host.num_places, "omp_get_num_places"},
		{&host.place_num_procs, "omp_get_place_num_procs"},
		{&host.place_proc_ids, "omp_get_place_proc_ids"},
		{&host.place_num, "omp_get_place_num"},
		{&host.partition_num_places, "omp_get_partition_num_places"},
		{&host.partition_place_nums, "omp_get_partition_place_nums"},
	};
	for (unsigned i = 0; i < sizeof routines / sizeof *routines; i++)
		*(void **)routines[i].slot = ompcc_dlsym(RTLD_DEFAULT, routines[i].name);
}

static int get_num_places(void) { return host.num_places ? host.num_places() : 0; }

static int get_place_proc_ids(int place, int size, int *ids) {
	int n = host.place_num_procs && host.place_proc_ids ? host.place_num_procs(place) : 0;
	if (n > 0 && n <= size)
		host.place_proc_ids(place, ids);
	return n;
}

static int get_place_num(void) { return host.place_num ? host.place_num() : -1; }

static int get_partition_place_nums(int size, int *places) {
	int n = host.partition_num_places && host.partition_place_nums ? host.partition_num_places() : 0;
	if (n > 0 && n <= size)
		host.partition_place_nums(places);
	return n;
}

static int get_proc_id(void) { return sched_getcpu(); }

static void finalize_tool(void) { ompcc_ompt_stop(); }

int ompcc_ompt_get_construct(const char **directive, const char **file, unsigned *line, const char **function, const char **kernel) {
	const ompt_region_t *r = ompcc_ompt_thread.top;
	const __ompcc_construct_t *c = r ? r->construct : NULL;
	if (!c)
		return 0;
	*directive = c->directive ? c->directive : "target";
	*file = c->loc.file;
	*line = c->loc.line;
	*function = c->loc.function ? c->loc.function : "";
	*kernel = c->kernel ? c->kernel->name : NULL;
	return 1;
}

#define ENTRY(name) {"ompt_" #name, (ompt_interface_fn_t)name}
static const struct {
	const char *name;
	ompt_interface_fn_t function;
} entries[] = {
	ENTRY(enumerate_states),
	ENTRY(enumerate_mutex_impls),
	ENTRY(set_callback),
	ENTRY(get_callback),
	ENTRY(get_state),
	ENTRY(get_parallel_info),
	ENTRY(get_task_info),
	ENTRY(get_task_memory),
	ENTRY(get_thread_data),
	ENTRY(get_unique_id),
	ENTRY(finalize_tool),
	ENTRY(get_num_procs),
	ENTRY(get_num_places),
	ENTRY(get_place_proc_ids),
	ENTRY(get_place_num),
	ENTRY(get_partition_place_nums),
	ENTRY(get_proc_id),
	ENTRY(get_target_info),
	ENTRY(get_num_devices),
	{"ompcc_get_construct", (ompt_interface_fn_t)ompcc_ompt_get_construct},
	{"ompcc_get_variable", (ompt_interface_fn_t)ompcc_mapped_name},
};

ompt_interface_fn_t ompcc_ompt_lookup(const char *name) {
	for (unsigned i = 0; i < sizeof entries / sizeof *entries; i++)
		if (strcmp(name, entries[i].name) == 0)
			return entries[i].function;
	return NULL;
}
