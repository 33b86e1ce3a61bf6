/* The entry points for the host side, with a tool of our own (no libomp): what
 * they answer outside and inside of regions, from a signal handler, and after
 * the tool has ended itself. */
#include <omp-tools.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "../module.h"

#include <omp.h>

static int a[1000];

KERNEL(work, 1);
static void work_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	for (int i = 0; i < 1000; i++)
		(*(int **)args[0])[i]++;
}
MODULE({"work", (void *)work_body, 0, 2, 0})
CONSTRUCT(target, 1, "target", &work, ITEM("a", MAP, TO | FROM | PARAM));
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("a", MAP, TO));
CONSTRUCT(leave, 3, "target exit data", 0, ITEM("a", MAP, FROM));
CONSTRUCT(update, 4, "target update", 0, ITEM("a", MAP, TO));

#define ENTRIES(X) \
	X(set_callback) X(get_callback) X(enumerate_states) X(enumerate_mutex_impls) X(get_state) X(get_parallel_info) \
	X(get_task_info) X(get_task_memory) X(get_thread_data) X(get_unique_id) X(finalize_tool) X(get_num_procs) \
	X(get_num_places) X(get_place_proc_ids) X(get_place_num) X(get_partition_place_nums) X(get_proc_id) \
	X(get_target_info) X(get_num_devices)
#define DECLARE(name) static ompt_##name##_t name;
ENTRIES(DECLARE)

static atomic_int threads_begun, threads_ended, initial_begun, initial_ended, created, scheduled, finalized;
static atomic_int state_seen[0x103];
static ompt_data_t *region;
static int expected;

static int known_state(int s) {
	int next = ompt_state_undefined;
	const char *name;
	for (int more = 1; more; more = enumerate_states(next, &next, &name))
		if (next == s)
			return 1;
	return 0;
}

static void on_thread_begin(ompt_thread_t type, ompt_data_t *data) {
	CHECK((type == ompt_thread_initial || type == ompt_thread_other) && data->value == 0);
	data->value = get_unique_id();
	threads_begun++;
}
static void on_thread_end(ompt_data_t *data) {
	CHECK(data->value);
	threads_ended++;
}
static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task, unsigned n, unsigned index, int flags) {
	(void)parallel;
	CHECK(flags & ompt_task_initial);
	if (endpoint == ompt_scope_begin) {
		CHECK(n == 1 && index == 1 && task->value == 0);
		task->value = get_unique_id();
		initial_begun++;
	} else {
		CHECK(task->value);
		initial_ended++;
	}
}
static void on_create(ompt_data_t *encountering, const ompt_frame_t *frame, ompt_data_t *task, int flags, int depends, const void *ra) {
	(void)frame;
	CHECK(encountering->value && task->value == 0 && flags & ompt_task_target && flags & ompt_task_undeferred && !depends && ra);
	task->value = get_unique_id();
	created++;
}
static void on_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
	CHECK(prior->value && next->value && (status == ompt_task_switch || status == ompt_task_complete));
	scheduled++;
}
static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data, const void *ra) {
	uint64_t d = 9, id = 0, op = 9;
	(void)kind, (void)ra;
	CHECK(task->value && target_task && target_task->value && task != target_task);
	if (endpoint == ompt_scope_begin)
		data->value = get_unique_id();
	region = endpoint == ompt_scope_begin ? data : NULL;
	CHECK(get_target_info(&d, &id, &op) == 1 && (int)d == device && id == data->value && op == 0);
	ompt_data_t *t = NULL, *p = NULL;
	ompt_frame_t *f = NULL;
	int flags = 0, thread = -1;
	CHECK(get_task_info(0, &flags, &t, &f, &p, &thread) == 2 && t == target_task && flags & ompt_task_target && f && thread == 0);
	CHECK(get_task_info(1, &flags, &t, &f, &p, &thread) == 2 && t == task && flags & ompt_task_initial);
	CHECK(get_task_info(2, &flags, &t, &f, &p, &thread) == 0);
}
static void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *data, ompt_id_t *op, ompt_target_data_op_t o,
		void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	uint64_t d, id, got;
	ompt_wait_id_t wait;
	(void)task, (void)o, (void)src, (void)srcdev, (void)dst, (void)dstdev, (void)bytes, (void)ra;
	if (endpoint == ompt_scope_begin)
		*op = get_unique_id();
	if (!region) /* a routine */
		return;
	CHECK(get_target_info(&d, &id, &got) == 1 && id == data->value && got == *op);
	CHECK(get_state(&wait) == expected && known_state(expected));
}

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	(void)data;
#define LOOK_UP(name) CHECK((name = (ompt_##name##_t)lookup("ompt_" #name)) != NULL);
	ENTRIES(LOOK_UP)
	CHECK(get_num_devices() == 1 && initial == 1);
	CHECK(set_callback(ompt_callback_thread_begin, (ompt_callback_t)on_thread_begin) == ompt_set_sometimes);
	CHECK(set_callback(ompt_callback_thread_end, (ompt_callback_t)on_thread_end) == ompt_set_sometimes);
	CHECK(set_callback(ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task) == ompt_set_sometimes);
	CHECK(set_callback(ompt_callback_task_create, (ompt_callback_t)on_create) == ompt_set_sometimes);
	CHECK(set_callback(ompt_callback_task_schedule, (ompt_callback_t)on_schedule) == ompt_set_sometimes);
	CHECK(set_callback(ompt_callback_target_emi, (ompt_callback_t)on_target) == ompt_set_always);
	CHECK(set_callback(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_op) == ompt_set_always);
	ompt_callback_t got = NULL;
	CHECK(get_callback(ompt_callback_target_emi, &got) == 1 && got == (ompt_callback_t)on_target);
	CHECK(get_callback(ompt_callback_target_map, &got) == 0);
	return 1;
}
static void finalize(ompt_data_t *data) {
	(void)data;
	finalized++;
}
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

/* --- the program --- */

/* Everything that is to be async-signal-safe, while anything is going on. */
static void on_signal(int signal) {
	ompt_wait_id_t wait;
	uint64_t d, id, op;
	int flags, thread;
	ompt_data_t *t = NULL, *p;
	ompt_frame_t *f;
	(void)signal;
	int s = get_state(&wait);
	if (s < 0 || s > ompt_state_undefined)
		abort();
	state_seen[s]++;
	if (get_thread_data() && get_task_info(0, &flags, &t, &f, &p, &thread) && !t)
		abort();
	get_target_info(&d, &id, &op);
	get_parallel_info(0, &p, &flags);
	get_unique_id();
	get_proc_id();
}

static void *other_thread(void *unused) {
	(void)unused;
	CHECK(get_thread_data() == NULL && get_state(NULL) == ompt_state_undefined);
	__ompcc_target(&target, &here, ARGS({a, a, sizeof a}));
	CHECK(get_thread_data() && get_thread_data()->value);
	return NULL;
}

static void places(void) {
	int ids[4096], n = get_num_places();
	CHECK(n >= 0);
	for (int i = 0; i < n; i++)
		CHECK(get_place_proc_ids(i, 4096, ids) > 0);
	CHECK(get_place_num() >= -1 && get_partition_place_nums(4096, ids) >= 0);
	CHECK(get_num_procs() >= 1 && get_proc_id() >= 0);
}

static void *handled_thread(void *stop) {
	while (!atomic_load((atomic_int *)stop)) {
		__ompcc_enter_data(&enter, &here, ARGS({a, a, sizeof a}));
		__ompcc_exit_data(&leave, &here, ARGS({a, a, sizeof a}));
	}
	return NULL;
}

int main(void) {
	uint64_t d, id, op;
	expected = ompt_state_wait_target;
	__ompcc_target(&target, &here, ARGS({a, a, sizeof a}));
	expected = ompt_state_wait_target_map;
	__ompcc_enter_data(&enter, &here, ARGS({a, a, sizeof a}));
	expected = ompt_state_wait_target_update;
	__ompcc_update(&update, &here, ARGS({a, a, sizeof a}));
	expected = ompt_state_wait_target_map;
	__ompcc_exit_data(&leave, &here, ARGS({a, a, sizeof a}));
	CHECK(get_target_info(&d, &id, &op) == 0 && get_state(NULL) == ompt_state_work_serial);
	CHECK(created == 4 && scheduled == 8 && threads_begun == 1 && initial_begun == 1);
	CHECK(get_unique_id() != get_unique_id());
	places();

	expected = ompt_state_wait_target;
	pthread_t t;
	pthread_create(&t, NULL, other_thread, NULL);
	pthread_join(t, NULL);
	CHECK(threads_begun == 2 && threads_ended == 1 && initial_ended == 1);

	/* A profiler: signals at any point of a busy thread, at least until one came while it waited. */
	struct sigaction handler = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	sigaction(SIGPROF, &handler, NULL);
	set_callback(ompt_callback_target_data_op_emi, NULL);
	set_callback(ompt_callback_target_emi, NULL);
	atomic_int stop = 0;
	pthread_create(&t, NULL, handled_thread, &stop);
	for (int i = 0; i < 3000 || !state_seen[ompt_state_wait_target_map]; i++) {
		pthread_kill(t, SIGPROF);
		struct timespec pause = {0, 20000};
		nanosleep(&pause, NULL);
	}
	stop = 1;
	pthread_join(t, NULL);
	CHECK(state_seen[ompt_state_wait_target_map] > 0);

	int before = created;
	finalize_tool();
	CHECK(finalized == 1 && threads_ended == threads_begun);
	__ompcc_target(&target, &here, ARGS({a, a, sizeof a}));
	CHECK(created == before);
	finalize_tool();
	CHECK(finalized == 1);
	puts("ok");
	return 0;
}
