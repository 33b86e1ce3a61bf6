/* A tool as the report of 2016 has it, and a program for it. */
#include <ompt-tr2016.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int a[100], b[100];

/* --- the tool --- */

#define CHECK(x) do { if (!(x)) { fflush(stdout); fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #x); _Exit(2); } } while (0)

typedef int (*set_callback_t)(ompt_event_t, ompt_callback_t);
typedef _Bool (*get_device_info_t)(int32_t, const char **, ompt_target_device_t **, ompt_function_lookup_t *, const char **);

static ompt_function_lookup_t look_up;
static ompt_target_id_t last_op, region;
static int *device_b; /* where the first construct's b is on the device */
static _Thread_local int busy; /* a callback runs: no other one comes on the thread */
static int depth, kernels, transfers;

static const char *name(const void *p) {
	return (char *)p >= (char *)a && (char *)p < (char *)(a + 100) ? "a" : (char *)p >= (char *)b && (char *)p < (char *)(b + 100) ? "b" : p ? "other" : "NULL";
}

static void on_target(int32_t device, ompt_target_type_t kind, ompt_task_data_t *task, ompt_scope_endpoint_t endpoint,
                      ompt_target_id_t id, const void *ra) {
	CHECK(task && id && ra && !busy++);
	CHECK(endpoint == ompt_scope_begin ? id != region : id == region);
	region = id;
	depth += endpoint == ompt_scope_begin ? 1 : -1;
	printf("target kind %d device %d %s\n", kind, device, endpoint == ompt_scope_begin ? "begin" : "end");
	busy--;
}

static void on_data(ompt_target_id_t target, ompt_target_id_t op, ompt_target_data_op_t type, void *host, void *device, size_t bytes) {
	static const char *const names[] = {"", "alloc", "to", "from", "delete"};
	ompt_target_id_t t, o;
	CHECK(target == region && op > last_op && device && !busy++);
	CHECK(((_Bool(*)(ompt_target_id_t *, ompt_target_id_t *))look_up("ompt_get_target_info"))(&t, &o) && t == target && o == op);
	last_op = op;
	if (host == b && type == 1) /* behind the allocation: the storage is there */
		device_b = device, device_b[5] = -1;
	if (host == b && type == 3) /* before the transfer, behind the kernel */
		CHECK(device == device_b && device_b[5] == 5 && b[5] == 0);
	if (host == b && type == 4) /* behind the transfer, before the deletion */
		CHECK(device == device_b && device_b[5] == 5 && b[5] == 5);
	printf("  %s %s %zu\n", names[type], name(host), bytes);
	busy--;
}

static void on_map(ompt_target_id_t target, uint32_t n, void **host, void **device, size_t *bytes, uint32_t *flags) {
	(void)device;
	CHECK(target == region && !busy++);
	for (uint32_t i = 0; i < n; i++)
		printf("  map %s %zu flags %u\n", name(host[i]), bytes[i], flags[i]);
	busy--;
}

static void on_submit(ompt_target_id_t target, ompt_target_id_t op, uint32_t requested, uint32_t granted) {
	CHECK(target == region && op > last_op && granted == requested && !busy++);
	if (b[5] == 0)
		CHECK(device_b && device_b[5] == -1); /* the first kernel has not run */
	last_op = op;
	printf("  submit %u teams\n", requested);
	busy--;
}

static void on_shutdown(void) { printf("shutdown, depth %d\n", depth); }

static void on_control(uint64_t command, uint64_t modifier, const void *ra) {
	CHECK(ra);
	printf("control %d %d\n", (int)command, (int)modifier);
}

/* Tracing, with everything from the device's own lookup function. */
static ompt_function_lookup_t device_look_up;

static void on_request(ompt_target_buffer_t **buffer, size_t *bytes) {
	*bytes = 2048;
	*buffer = malloc(*bytes);
}

static void on_complete(int32_t device, const ompt_target_buffer_t *buffer, size_t bytes, ompt_target_buffer_cursor_t at) {
	ompt_record_type_t (*type)(const void *, ompt_target_buffer_cursor_t) = (ompt_record_type_t(*)(const void *, ompt_target_buffer_cursor_t))device_look_up("ompt_target_buffer_get_record_type");
	ompt_record_ompt_t *(*get)(const void *, ompt_target_buffer_cursor_t) = (ompt_record_ompt_t * (*)(const void *, ompt_target_buffer_cursor_t)) device_look_up("ompt_target_buffer_get_record_ompt");
	_Bool (*advance)(const void *, size_t, ompt_target_buffer_cursor_t, ompt_target_buffer_cursor_t *) = (_Bool(*)(const void *, size_t, ompt_target_buffer_cursor_t, ompt_target_buffer_cursor_t *))device_look_up("ompt_target_advance_buffer_cursor");
	CHECK(device == 0 && bytes == 2048);
	do {
		CHECK(type(buffer, at) == ompt_record_ompt);
		ompt_record_ompt_t *r = get(buffer, at);
		if (r->type == ompt_event_target_submit) {
			kernels++;
			CHECK(r->record.kernel.granted_num_teams == 3 && r->record.kernel.end_time >= r->time);
		}
		if (r->type == ompt_event_target_data && r->record.data.optype == ompt_target_data_transfer_to_dev) {
			transfers++;
			CHECK(r->record.data.host_addr == a && r->record.data.bytes == sizeof a);
		}
	} while (advance(buffer, bytes, at, &at));
	free((void *)buffer);
}

static ompt_target_device_t *device;

static void start_tracing(void) {
	const char *type, *documentation;
	CHECK(((get_device_info_t)look_up("ompt_target_get_device_info"))(0, &type, &device, &device_look_up, &documentation));
	CHECK(!((get_device_info_t)look_up("ompt_target_get_device_info"))(7, &type, &device, &device_look_up, &documentation));
	ompt_target_time_t now = ((ompt_target_time_t(*)(ompt_target_device_t *))device_look_up("ompt_target_get_time"))(device);
	CHECK(((double (*)(ompt_target_device_t *, ompt_target_time_t))device_look_up("ompt_target_translate_time"))(device, now) > 0);
	CHECK(((int (*)(ompt_target_device_t *, _Bool, ompt_event_t))device_look_up("ompt_target_set_trace_ompt"))(device, 1, (ompt_event_t)0) == 3);
	CHECK(((int (*)(ompt_target_device_t *, _Bool, uint32_t))device_look_up("ompt_target_set_trace_native"))(device, 1, 1) == 2);
	CHECK(((_Bool(*)(ompt_target_device_t *, ompt_target_buffer_request_callback_t, ompt_target_buffer_complete_callback_t, ompt_get_target_info_inquiry_t))device_look_up("ompt_target_start_trace"))(device, on_request, on_complete, NULL));
}

static void initialize(ompt_function_lookup_t lookup, const char *runtime, unsigned version) {
	set_callback_t set = (set_callback_t)lookup("ompt_set_callback");
	CHECK(runtime && version == 2);
	look_up = lookup;
	CHECK(set(ompt_event_target, (ompt_callback_t)on_target) == 4);
	CHECK(set(ompt_event_target_data, (ompt_callback_t)on_data) == 4);
	CHECK(set(ompt_event_target_data_map, (ompt_callback_t)on_map) == 4);
	CHECK(set(ompt_event_target_submit, (ompt_callback_t)on_submit) == 4);
	CHECK(set(ompt_event_runtime_shutdown, on_shutdown) == 4);
	CHECK(set(ompt_event_control, (ompt_callback_t)on_control) == 4);
	CHECK(set(ompt_event_idle, on_shutdown) == 1); /* nobody tells of it */
	CHECK(lookup("ompt_no_such_function") == NULL);
	puts("initialize");
}

ompt_initialize_fn_t ompt_tool(void) { return initialize; }

/* --- the program --- */

int main(void) {
	for (int i = 0; i < 100; i++)
		a[i] = i;
#pragma omp target map(to : a) map(from : b)
	for (int i = 0; i < 100; i++)
		b[i] = a[i];
#pragma omp target enter data map(to : a)
#pragma omp target update from(a[0 : 10])
	start_tracing();
#pragma omp target teams num_teams(3)
	a[0]++;
#pragma omp target update to(a)
	((_Bool(*)(ompt_target_device_t *))device_look_up("ompt_target_stop_trace"))(device);
	printf("traced %d kernel, %d transfer\n", kernels, transfers);
	ompt_control(5, 6);
#pragma omp target exit data map(delete : a)
	return 0;
}
