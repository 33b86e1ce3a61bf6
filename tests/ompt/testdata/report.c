/* A tool of the report of 2016 that asks everything and takes the host's events. */
#include <ompt-tr2016.h>

#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(x) do { if (!(x)) { fflush(stdout); fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #x); _Exit(2); } } while (0)
#define FN(name) ((__typeof__(name) *)look_up(#name))

static ompt_function_lookup_t look_up;
static int host; /* the host's runtime tells of its events */
static int parallels, creates, schedules, implicits, waits, works, masters, locks, acquired, released, nested, dependences;
enum { REGION = 77 };

static void on_parallel_begin(ompt_task_data_t *task, const ompt_frame_t *frame, ompt_parallel_data_t *data, uint32_t threads,
                              ompt_invoker_t invoker, const void *ra) {
	CHECK(task && frame && data && threads == 2 && (invoker == ompt_invoker_program || invoker == ompt_invoker_runtime) && ra);
	CHECK(data->value == 0);
	data->value = REGION;
	parallels++;
}

static void on_parallel_end(ompt_parallel_data_t *data, ompt_task_data_t *task, ompt_invoker_t invoker, const void *ra) {
	(void)invoker, (void)ra;
	CHECK(task && data->value == REGION);
	parallels += 10;
}

static void on_create(ompt_task_data_t *parent, const ompt_frame_t *frame, ompt_task_data_t *task, ompt_task_type_t type, const void *ra) {
	(void)frame, (void)ra;
	CHECK(parent && task && parent != task && type >= ompt_task_initial && type <= ompt_task_degenerate);
	creates += type == ompt_task_explicit;
}

static void on_schedule(ompt_task_data_t *prior, _Bool completed, ompt_task_data_t *next) {
	CHECK(prior && next && completed <= 1);
	schedules++;
}

static void on_implicit(ompt_scope_endpoint_t endpoint, ompt_parallel_data_t *data, ompt_task_data_t *task) {
	(void)endpoint, (void)data;
	CHECK(task);
	__atomic_add_fetch(&implicits, 1, __ATOMIC_RELAXED);
}

static void on_wait(ompt_sync_region_kind_t kind, ompt_scope_endpoint_t endpoint, ompt_parallel_data_t *data, ompt_task_data_t *task,
                    const void *ra) {
	(void)endpoint, (void)data, (void)task, (void)ra;
	CHECK(kind >= ompt_sync_region_barrier && kind <= ompt_sync_region_taskgroup);
	if (kind == ompt_sync_region_taskwait)
		waits++;
}

static void on_work(ompt_worksharing_type_t type, ompt_scope_endpoint_t endpoint, ompt_parallel_data_t *data, ompt_task_data_t *task,
                    const void *ra) {
	(void)endpoint, (void)data, (void)task, (void)ra;
	CHECK(type >= ompt_worksharing_loop && type <= ompt_worksharing_distribute);
	if (type == ompt_worksharing_loop)
		__atomic_add_fetch(&works, 1, __ATOMIC_RELAXED);
}

static void on_master(ompt_scope_endpoint_t endpoint, ompt_parallel_data_t *data, ompt_task_data_t *task, const void *ra) {
	CHECK(data && task && ra);
	masters += endpoint == ompt_scope_begin ? 1 : 10;
}

static void on_init_lock(_Bool nest, ompt_wait_id_t id, uint32_t hint, uint32_t kind, const void *ra) {
	const char *name;
	uint32_t k = ompt_mutex_kind_unknown, found = 0;
	(void)hint, (void)ra;
	while (FN(ompt_enumerate_mutex_kinds)(k, &k, &name))
		found |= k == kind;
	CHECK(id && found);
	locks += nest ? 10 : 1;
}

static void on_destroy_lock(_Bool nest, ompt_wait_id_t id, const void *ra) {
	(void)ra;
	CHECK(id);
	locks += nest ? 1000 : 100;
}

static void on_acquire(ompt_mutex_kind_t kind, uint32_t hint, uint32_t impl, ompt_wait_id_t id, const void *ra) {
	(void)hint, (void)impl, (void)ra;
	CHECK(id && (kind == ompt_mutex_lock || kind == ompt_mutex_nest_lock || kind == ompt_mutex_critical));
}

static void on_acquired(ompt_mutex_kind_t kind, ompt_wait_id_t id, const void *ra) {
	(void)id, (void)ra;
	acquired += kind == ompt_mutex_lock ? 1 : kind == ompt_mutex_nest_lock ? 10 : kind == ompt_mutex_critical ? 100 : 0;
}

static void on_release(ompt_mutex_kind_t kind, ompt_wait_id_t id, const void *ra) {
	(void)id, (void)ra;
	released += kind == ompt_mutex_lock ? 1 : kind == ompt_mutex_nest_lock ? 10 : kind == ompt_mutex_critical ? 100 : 0;
}

static void on_nested(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *ra) {
	(void)id, (void)ra;
	nested += endpoint == ompt_scope_begin ? 1 : 10;
}

static void on_dependences(ompt_task_data_t *task, const ompt_task_dependence_t *list, int n) {
	CHECK(task && n == 2 && list[0].dependence_flags == ompt_task_dependence_type_in && list[1].dependence_flags & ompt_task_dependence_type_out);
	CHECK((char *)list[1].variable_addr == (char *)list[0].variable_addr + sizeof(int));
	dependences++;
}

static omp_state_t in_mapping = omp_state_undefined, in_kernel = omp_state_undefined;
static void *last_host, *last_device;

static void on_data(ompt_target_id_t target, ompt_target_id_t op, ompt_target_data_op_t type, void *from, void *to, size_t bytes) {
	ompt_wait_id_t id;
	(void)op, (void)bytes;
	if (!target)
		return;
	if (type == ompt_target_data_alloc)
		last_host = from, last_device = to;
	CHECK(from == last_host && to == last_device);
	in_mapping = FN(ompt_get_state)(&id);
}

static void on_submit(ompt_target_id_t target, ompt_target_id_t op, uint32_t requested, uint32_t granted) {
	ompt_wait_id_t id;
	CHECK(target && op && granted == requested);
	in_kernel = FN(ompt_get_state)(&id);
	CHECK(FN(ompt_target_get_device_id)() == 1);
}

static void initialize(ompt_function_lookup_t lookup, const char *runtime, unsigned version) {
	CHECK(runtime && version == 2);
	look_up = lookup;
#define SET(event, fn) FN(ompt_set_callback)(ompt_event_##event, (ompt_callback_t)fn)
	host = SET(parallel_begin, on_parallel_begin) == 4;
	int expected = host ? 4 : 1; /* they occur, but nobody tells */
	CHECK(SET(parallel_end, on_parallel_end) == expected && SET(sync_region_wait, on_wait) == expected && SET(worksharing, on_work) >= (host ? 3 : 1));
	CHECK(SET(master, on_master) == expected && SET(init_lock, on_init_lock) == expected && SET(destroy_lock, on_destroy_lock) == expected);
	CHECK(SET(mutex_acquire, on_acquire) == expected && SET(mutex_acquired, on_acquired) == expected && SET(mutex_release, on_release) == expected);
	CHECK(SET(nested_lock, on_nested) == expected && SET(task_dependences, on_dependences) == expected);
	CHECK(SET(task_create, on_create) >= 3 && SET(task_schedule, on_schedule) >= 3 && SET(implicit_task, on_implicit) >= 3);
	CHECK(SET(target_data, on_data) == 4 && SET(target_submit, on_submit) == 4);
	CHECK(SET(idle, on_master) == 1 && FN(ompt_set_callback)((ompt_event_t)28, (ompt_callback_t)on_master) == 0);
}

ompt_initialize_fn_t ompt_tool(void) { return initialize; }

static void ask_states(void) {
	static const omp_state_t wanted[] = {omp_state_work_serial, omp_state_wait_target, omp_state_wait_target_data, omp_state_wait_target_update};
	omp_state_t state = omp_state_undefined, seen[64];
	const char *name;
	int n = 0, idle = 0, parallel_work = 0;
	while (FN(ompt_enumerate_states)(state, &state, &name)) {
		for (int i = 0; i < n; i++)
			CHECK(seen[i] != state);
		CHECK(n < 64 && !strncmp(name, "omp_state_", 10));
		idle |= state == omp_state_idle;
		parallel_work |= state == omp_state_work_parallel;
		seen[n++] = state;
	}
	for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		int found = 0;
		for (int k = 0; k < n; k++)
			found |= seen[k] == wanted[i];
		CHECK(found);
	}
	CHECK(idle == host && parallel_work);
}

static void ask_outside(void) {
	ompt_wait_id_t id;
	ompt_task_type_t type;
	ompt_task_data_t *task;
	ompt_frame_t *frame;
	ompt_parallel_data_t *region = (void *)1;
	ompt_target_id_t target, op;
	int size;
	CHECK(FN(ompt_get_state)(&id) == omp_state_work_serial && FN(ompt_get_thread_data)());
	CHECK(!FN(ompt_get_parallel_info)(0, &region, &size) && !region);
	CHECK(FN(ompt_get_task_info)(0, &type, &task, &frame, &region) && type == ompt_task_initial && task && frame && !region);
	CHECK(!frame->enter_frame && !FN(ompt_get_task_info)(3, &type, &task, &frame, &region));
	CHECK(!FN(ompt_get_target_info)(&target, &op) && FN(ompt_target_get_device_id)() == -1);
	CHECK(FN(ompt_get_num_devices)() == 2 && look_up("ompt_flush_trace") == NULL);
}

static void ask_devices(void) {
	const char *type[2], *documentation;
	ompt_target_device_t *device[2];
	ompt_function_lookup_t lookup;
	for (int i = 0; i < 2; i++) /* 1 is in use, 0 never was */
		CHECK(FN(ompt_target_get_device_info)(i, &type[i], &device[i], &lookup, &documentation) && *type[i] && documentation);
	CHECK(device[0] != device[1] && !FN(ompt_target_get_device_info)(2, &type[0], &device[0], &lookup, &documentation));
	CHECK(!FN(ompt_target_get_device_info)(-1, &type[0], &device[0], &lookup, &documentation));
#define DEVICE(name) ((__typeof__(name) *)lookup(#name))
	for (int event = 1; event <= ompt_event_flush; event++) {
		int traced = event == ompt_event_target || event == ompt_event_target_data || event == ompt_event_target_submit || event == ompt_event_target_data_map;
		CHECK(DEVICE(ompt_target_set_trace_ompt)(device[1], 1, (ompt_event_t)event) == (traced ? 4 : 1));
	}
	CHECK(DEVICE(ompt_target_set_trace_ompt)(device[1], 0, (ompt_event_t)0) == 3);
	CHECK(DEVICE(ompt_target_set_trace_ompt)(device[1], 1, (ompt_event_t)28) == 0 && DEVICE(ompt_target_set_trace_ompt)(NULL, 1, ompt_event_target) == 0);
	CHECK(DEVICE(ompt_target_set_trace_native)(device[1], 1, ompt_native_driver) == 2);
}

static void ask_parallel(void) {
	ompt_wait_id_t id;
	ompt_task_type_t type;
	ompt_task_data_t *task;
	ompt_frame_t *frame;
	ompt_parallel_data_t *region;
	int size = 0;
	CHECK(FN(ompt_get_state)(&id) == omp_state_work_parallel);
	if (!host)
		return;
	CHECK(FN(ompt_get_parallel_info)(0, &region, &size) && size == 2 && region->value == REGION && !FN(ompt_get_parallel_info)(1, &region, &size));
	CHECK(FN(ompt_get_task_info)(0, &type, &task, &frame, &region) && type == ompt_task_implicit && region->value == REGION);
}

static void *foreign(void *unused) {
	ompt_wait_id_t id;
	CHECK(FN(ompt_get_state)(&id) == omp_state_undefined && !FN(ompt_get_thread_data)());
	return unused;
}

int main(void) {
	int x[2] = {0}, y = 0;
	pthread_t thread;
	omp_lock_t lock;
	omp_nest_lock_t nest;
#pragma omp target teams num_teams(2) device(1) map(y)
	y = 1;
	CHECK(in_mapping == omp_state_wait_target && in_kernel == omp_state_wait_target);
#pragma omp target enter data map(to : y) device(1)
	CHECK(in_mapping == omp_state_wait_target_data);
#pragma omp target exit data map(release : y) device(1)
	ask_states();
	ask_outside();
	ask_devices();
	pthread_create(&thread, NULL, foreign, NULL);
	pthread_join(thread, NULL);
#pragma omp parallel num_threads(2)
	{
#pragma omp master
		ask_parallel();
#pragma omp for
		for (int i = 0; i < 2; i++)
			x[i]++;
	}
#pragma omp task depend(in : x[0]) depend(out : x[1]) shared(x)
	x[1]++;
#pragma omp taskwait
#pragma omp taskgroup
	{
#pragma omp task
		y++;
	}
	omp_init_lock(&lock);
	omp_init_nest_lock(&nest);
	omp_set_lock(&lock);
	omp_unset_lock(&lock);
	omp_set_nest_lock(&nest);
	omp_set_nest_lock(&nest);
	omp_unset_nest_lock(&nest);
	omp_unset_nest_lock(&nest);
	omp_destroy_lock(&lock);
	omp_destroy_nest_lock(&nest);
#pragma omp critical
	x[0]++;
	if (host) {
		CHECK(parallels == 11 && implicits >= 3 && works == 4 && masters == 11 && creates == 2 && schedules >= 2 && waits == 2);
		CHECK(locks == 1111 && acquired == 111 && released == 111 && nested == 11 && dependences == 1);
	}
	puts("ok");
	return 0;
}
