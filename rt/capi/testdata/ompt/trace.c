/* Every entry point of device tracing: records of a device agree with the
 * callbacks, buffers come on other threads, flushing from a callback returns. */
#include <omp-tools.h>
#include <pthread.h>
#include <stdatomic.h>

#include "../module.h"

static int a[100];

KERNEL(twice, 1);
static void twice_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	for (int i = 0; i < 100; i++)
		(*(int **)args[0])[i] *= 2;
}
MODULE({"twice", (void *)twice_body, 0, 2, 0})
CONSTRUCT(target, 1, "target", &twice, ITEM("a", MAP, TO | FROM | PARAM));

/* --- the tool --- */

#define ENTRY_POINTS(X) \
	X(get_device_num_procs) X(get_device_time) X(translate_time) X(set_trace_ompt) X(set_trace_native) \
	X(get_buffer_limits) X(start_trace) X(pause_trace) X(flush_trace) X(stop_trace) X(advance_buffer_cursor) \
	X(get_record_type) X(get_record_ompt) X(get_record_native) X(get_record_abstract)
#define DECLARE(name) static ompt_##name##_t name;
ENTRY_POINTS(DECLARE)

static ompt_device_t *device;
static pthread_t application;
static atomic_int targets, ops, kernels, maps, requests, buffers, empty_buffers, kernel_callbacks, op_callbacks;
static ompt_id_t kernel_op[256];
static _Atomic ompt_device_time_t kernel_time[256][2]; /* of its submission's begin and end, 0 before that */
static size_t buffer_bytes = 1024;
static ompt_buffer_t *given[64]; /* buffers that are not complete */
static int flush_in_callback;

static void on_request(int num, ompt_buffer_t **buffer, size_t *bytes) {
	CHECK(num == 0 && !pthread_equal(pthread_self(), application));
	requests++;
	*buffer = buffer_bytes ? malloc(buffer_bytes) : NULL;
	*bytes = buffer_bytes;
	for (int i = 0; *buffer && i < 64; i++)
		if (!given[i]) {
			given[i] = *buffer;
			return;
		}
	CHECK(!*buffer);
}

static void take_back(ompt_buffer_t *buffer) {
	for (int i = 0; i < 64; i++)
		if (given[i] == buffer) {
			given[i] = NULL;
			return;
		}
	CHECK(!"a buffer of the request callback");
}

static void look_at(ompt_record_ompt_t *r) {
	switch (r->type) {
	case ompt_callback_target: case ompt_callback_target_emi:
		CHECK(r->target_id && r->record.target.target_id == r->target_id && r->record.target.codeptr_ra);
		targets++;
		break;
	case ompt_callback_target_data_op: case ompt_callback_target_data_op_emi:
		CHECK(r->record.target_data_op.host_op_id && r->record.target_data_op.end_time >= r->time);
		CHECK(r->record.target_data_op.bytes == sizeof a);
		ops++;
		break;
	case ompt_callback_target_submit: case ompt_callback_target_submit_emi:
		CHECK(r->record.target_kernel.host_op_id == kernel_op[kernels] && r->record.target_kernel.end_time >= r->time);
		ompt_device_time_t end = kernel_time[kernels][1]; /* a buffer may be complete before the callback is called */
		CHECK(r->time >= kernel_time[kernels][0] && (!end || r->record.target_kernel.end_time <= end));
		CHECK(r->record.target_kernel.granted_num_teams == 1 && r->record.target_kernel.requested_num_teams == 1);
		kernels++;
		break;
	case ompt_callback_target_map: case ompt_callback_target_map_emi:
		CHECK(r->record.target_map.nitems == 1 && r->record.target_map.host_addr[0] == a);
		CHECK(r->record.target_map.bytes[0] == sizeof a && r->record.target_map.mapping_flags[0] == 3);
		maps++;
		break;
	default:
		CHECK(!"record of an unknown type");
	}
	CHECK(r->thread_id && r->time <= get_device_time(device));
}

static void on_complete(int num, ompt_buffer_t *buffer, size_t bytes, ompt_buffer_cursor_t begin, int owned) {
	ompt_buffer_cursor_t at = begin;
	CHECK(num == 0 && !pthread_equal(pthread_self(), application));
	ompt_buffer_cursor_t outside[] = {0, begin + (1 << 20), (ompt_buffer_cursor_t)(uintptr_t)buffer, (ompt_buffer_cursor_t)(uintptr_t)buffer + bytes};
	CHECK(bytes == buffer_bytes && owned == 1); /* its full size */
	take_back(buffer);
	for (int i = 0; i < 4; i++)
		CHECK(get_record_type(buffer, outside[i]) == ompt_record_invalid && !get_record_ompt(buffer, outside[i]) &&
			!advance_buffer_cursor(device, buffer, bytes, outside[i], &at));
	if (get_record_type(buffer, at) == ompt_record_invalid)
		empty_buffers++;
	else
		do {
			CHECK(get_record_type(buffer, at) == ompt_record_ompt);
			look_at(get_record_ompt(buffer, at));
			ompt_id_t op;
			CHECK(get_record_native(buffer, at, &op) == NULL && get_record_abstract(NULL) == NULL);
		} while (advance_buffer_cursor(device, buffer, bytes, at, &at));
	buffers++;
	if (owned)
		free(buffer);
	flush_trace(device); /* must not wait for this very thread */
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *data, ompt_id_t *op, unsigned teams) {
	(void)data, (void)teams;
	if (endpoint == ompt_scope_begin) {
		kernel_time[kernel_callbacks][1] = 0;
		*op = kernel_op[kernel_callbacks++] = 7000 + (unsigned)kernel_callbacks;
	}
	kernel_time[kernel_callbacks - 1][endpoint == ompt_scope_end] = get_device_time(device);
	if (flush_in_callback)
		CHECK(flush_trace(device) == 1);
}

static void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *data, ompt_id_t *op,
		ompt_target_data_op_t o, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	(void)task, (void)data, (void)o, (void)src, (void)srcdev, (void)dst, (void)dstdev, (void)bytes, (void)ra;
	if (endpoint == ompt_scope_begin)
		*op = 9000 + (unsigned)op_callbacks++;
}

static void on_initialize(int num, const char *type, ompt_device_t *d, ompt_function_lookup_t lookup, const char *documentation) {
	size_t bytes = 0;
	int buffers_at_once = 0;
	CHECK(num == 0 && type && d && lookup && documentation);
	device = d;
#define LOOK_UP(name) CHECK((name = (ompt_##name##_t)lookup("ompt_" #name)) != NULL);
	ENTRY_POINTS(LOOK_UP)
	CHECK(lookup("ompt_nothing") == NULL);
	CHECK(get_device_num_procs(d) >= 1);
	get_buffer_limits(d, &buffers_at_once, &bytes);
	CHECK(buffers_at_once >= 1 && bytes >= 1024);
	CHECK(set_trace_ompt(d, 1, ompt_callback_parallel_begin) == ompt_set_never);
	CHECK(set_trace_ompt(d, 1, 4711) == ompt_set_error);
	CHECK(set_trace_ompt(d, 1, 0) == ompt_set_always);
	CHECK(set_trace_native(d, 1, ompt_native_driver) == ompt_set_never);
	CHECK(stop_trace(d) == 0 && flush_trace(d) == 0 && pause_trace(d, 1) == 0);
	CHECK(start_trace(d, on_request, on_complete) == 1);
	CHECK(start_trace(d, on_request, on_complete) == 0);
	ompt_device_time_t t = get_device_time(d);
	CHECK(t && translate_time(d, t + 2000000000) - translate_time(d, t) > 1.99);
}

static void on_finalize(int num) {
	(void)num;
	CHECK(targets == 2 * kernel_callbacks); /* delivered before the device ends */
	puts("finalized");
}

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)initial, (void)data;
	application = pthread_self();
	set(ompt_callback_device_initialize, (ompt_callback_t)on_initialize);
	set(ompt_callback_device_finalize, (ompt_callback_t)on_finalize);
	set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
	set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_op);
	return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

/* --- the program --- */

static void run(int n) {
	while (n-- > 0)
		CHECK(__ompcc_target(&target, &here, ARGS({a, a, sizeof a})) == 1);
}

static void expect(int n) {
	CHECK(flush_trace(device) == 1);
	CHECK(targets == 2 * n && ops == 4 * n && kernels == n && maps == n);
}

int main(void) {
	run(1);
	expect(1);
	run(19);
	expect(20);
	CHECK(buffers > 5); /* they are small */
	CHECK(ops == op_callbacks && kernels == kernel_callbacks);
	flush_in_callback = 1;
	run(10);
	flush_in_callback = 0;
	expect(30);

	int seen = kernel_callbacks;
	CHECK(pause_trace(device, 1) == 1);
	run(3);
	CHECK(pause_trace(device, 0) == 1);
	for (int i = 0; i < 3; i++) /* not in the trace */
		kernel_op[seen + i] = 0;
	kernel_callbacks = seen;
	run(1);
	expect(31);

	CHECK(set_trace_ompt(device, 0, ompt_callback_target_map) == ompt_set_always);
	CHECK(set_trace_ompt(device, 0, ompt_callback_target_map_emi) == ompt_set_always);
	run(1);
	CHECK(flush_trace(device) == 1 && maps == 31 && kernels == 32);
	empty_buffers = 0;
	buffer_bytes = 64; /* too small for a record, which is lost: as every one until there is room */
	run(1);
	flush_trace(device);
	CHECK(kernels == 32 && empty_buffers == 7);
	kernel_callbacks = 32;
	buffer_bytes = 0; /* no buffer: no records until the next start, and no further request */
	requests = 0;
	run(1);
	CHECK(flush_trace(device) == 1);
	buffer_bytes = 4096;
	run(1);
	CHECK(flush_trace(device) == 1 && kernels == 32 && requests == 1);
	kernel_callbacks = 32;
	CHECK(start_trace(device, on_request, on_complete) == 1 && start_trace(device, on_request, on_complete) == 0);
	run(1);
	CHECK(flush_trace(device) == 1 && kernels == 33);
	CHECK(stop_trace(device) == 1 && stop_trace(device) == 0);
	run(1);
	CHECK(kernels == 33);
	kernel_callbacks = 33;
	CHECK(start_trace(device, on_request, on_complete) == 1);
	run(5); /* delivered at the end of the device */
	puts("ok");
	return 0;
}
