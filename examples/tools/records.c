/* ompt-records: a tool that prints the trace records of every device, one a
 * line, as the device delivers them, and at the end how its clock stands to the
 * host's. It uses every entry point of device tracing.
 *
 *     cc -shared -fPIC -o libompt-records.so records.c
 *     OMP_TOOL_LIBRARIES=./libompt-records.so ./a.out */
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>

#define ENTRY_POINTS(X) \
	X(get_device_num_procs) X(get_device_time) X(translate_time) X(set_trace_ompt) X(set_trace_native) \
	X(get_buffer_limits) X(start_trace) X(pause_trace) X(flush_trace) X(stop_trace) X(advance_buffer_cursor) \
	X(get_record_type) X(get_record_ompt) X(get_record_native) X(get_record_abstract)

enum { MAX_DEVICES = 64 };

/* The entry points of one device; another kind of device may have others. */
typedef struct {
	ompt_device_t *handle;
	ompt_device_time_t start;
	size_t buffer_bytes;
#define MEMBER(name) ompt_##name##_t name;
	ENTRY_POINTS(MEMBER)
} tracer_t;
static tracer_t tracers[MAX_DEVICES];

static double microseconds(const tracer_t *t, ompt_device_time_t time) { return (double)(time - t->start) * 1e-3; }

static const char *kind(int k) {
	static const char *const names[] = {[1] = "target", "enter data", "exit data", "update", [9] = "target nowait",
		"enter data nowait", "exit data nowait", "update nowait"};
	return k >= 1 && k <= 12 && names[k] ? names[k] : "?";
}

static const char *operation(int o) {
	static const char *const names[] = {"?", "alloc", "to device", "from device", "delete", "associate", "disassociate",
		"transfer", "memset", "rectangle"};
	return o >= 17 ? operation(o - 16) : o >= 1 && o <= 9 ? names[o] : names[0];
}

static void print_record(int device, const tracer_t *t, const ompt_record_ompt_t *r) {
	const ompt_record_target_data_op_t *d = &r->record.target_data_op;
	const ompt_record_target_kernel_t *k = &r->record.target_kernel;
	printf("device %d %10.1f us  ", device, microseconds(t, r->time));
	switch (r->type) {
	case ompt_callback_target: case ompt_callback_target_emi:
		printf("%s %s, region %lu\n", kind(r->record.target.kind), r->record.target.endpoint == ompt_scope_begin ? "begin" : "end",
			(unsigned long)r->target_id);
		break;
	case ompt_callback_target_data_op: case ompt_callback_target_data_op_emi:
		printf("  %s %zu bytes, %d:%p to %d:%p, %.1f us, operation %lu\n", operation(d->optype), d->bytes, d->src_device_num, d->src_addr,
			d->dest_device_num, d->dest_addr, (double)(d->end_time - r->time) * 1e-3, (unsigned long)d->host_op_id);
		break;
	case ompt_callback_target_submit: case ompt_callback_target_submit_emi:
		printf("  kernel, %u teams granted of %u, %.1f us, operation %lu\n", k->granted_num_teams, k->requested_num_teams,
			(double)(k->end_time - r->time) * 1e-3, (unsigned long)k->host_op_id);
		break;
	case ompt_callback_target_map: case ompt_callback_target_map_emi:
		printf("  map of %u items\n", r->record.target_map.nitems);
		break;
	default:
		printf("record of type %d\n", r->type);
	}
}

static void print_native(const tracer_t *t, ompt_buffer_t *buffer, ompt_buffer_cursor_t at) {
	ompt_id_t op;
	void *native = t->get_record_native(buffer, at, &op);
	ompt_record_abstract_t *a = native ? t->get_record_abstract(native) : NULL;
	if (a)
		printf("native record: %s, operation %lu\n", a->type, (unsigned long)op);
}

static void on_request(int device, ompt_buffer_t **buffer, size_t *bytes) {
	*bytes = tracers[device].buffer_bytes;
	*buffer = malloc(*bytes);
	if (!*buffer)
		*bytes = 0;
}

static void on_complete(int device, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t at, int owned) {
	const tracer_t *t = &tracers[device];
	int more = t->get_record_type(buffer, at) != ompt_record_invalid;
	while (more) {
		if (t->get_record_type(buffer, at) == ompt_record_ompt)
			print_record(device, t, t->get_record_ompt(buffer, at));
		else
			print_native(t, buffer, at);
		more = t->advance_buffer_cursor(t->handle, buffer, bytes, at, &at);
	}
	if (owned)
		free(buffer);
}

static void on_initialize(int device, const char *type, ompt_device_t *handle, ompt_function_lookup_t lookup, const char *doc) {
	tracer_t *t = &tracers[device];
	int buffers = 0;
	printf("device %d is %s\n", device, type);
	if (!lookup || device >= MAX_DEVICES)
		return;
	t->handle = handle;
#define LOOK_UP(name) t->name = (ompt_##name##_t)lookup("ompt_" #name);
	ENTRY_POINTS(LOOK_UP)
	if (!t->start_trace || !t->get_device_time || !t->advance_buffer_cursor || !t->get_record_ompt || !t->get_record_type)
		return;
	t->buffer_bytes = 64 << 10;
	if (t->get_buffer_limits)
		t->get_buffer_limits(handle, &buffers, &t->buffer_bytes);
	printf("device %d has %d processors; %s\n", device, t->get_device_num_procs ? t->get_device_num_procs(handle) : -1, doc ? doc : "");
	t->set_trace_ompt(handle, 1, 0);
	t->set_trace_native(handle, 1, ompt_native_kernel_execution);
	t->start = t->get_device_time(handle);
	t->start_trace(handle, on_request, on_complete);
	t->pause_trace(handle, 1);
	t->pause_trace(handle, 0);
}

static void on_finalize(int device) {
	const tracer_t *t = &tracers[device];
	if (!t->handle || !t->translate_time)
		return;
	t->flush_trace(t->handle);
	t->stop_trace(t->handle);
	printf("device %d traced %.6f s of the host's time\n", device,
		t->translate_time(t->handle, t->get_device_time(t->handle)) - t->translate_time(t->handle, t->start));
}

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)initial, (void)data;
	set(ompt_callback_device_initialize, (ompt_callback_t)on_initialize);
	set(ompt_callback_device_finalize, (ompt_callback_t)on_finalize);
	return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}
