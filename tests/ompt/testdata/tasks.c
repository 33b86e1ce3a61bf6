/* The tasks of target constructs: which task encountered each, which is its
 * target task (OpenMP 5.2 §13.8, §19.5.2.26), in two threads that may take each
 * other's target tasks. The tool checks; the program prints what it counted. */
#include <omp-tools.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { TASKS = 4096 };

/* encountering[n] is the number of the task that generated task n. */
static _Atomic unsigned last;
static unsigned encountering[TASKS];
static int flags_of[TASKS];
static _Atomic int dependent;
static _Atomic int deferred, included, constructs;
static ompt_get_task_info_t get_task_info;

#define RULE(x) do { if (!(x)) { printf("%s:%d: VIOLATION: %s\n", __FILE__, __LINE__, #x); fflush(stdout); _exit(3); } } while (0)

static unsigned number(ompt_data_t *task) {
	if (task->value == 0)
		task->value = ++last;
	return (unsigned)task->value;
}

static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task, unsigned n, unsigned i, int flags) {
	(void)parallel, (void)n, (void)i, (void)flags;
	if (endpoint == ompt_scope_begin)
		number(task);
}

static void on_task_create(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *fresh, int flags, int dependences, const void *ra) {
	(void)frame;
	if (flags & ompt_task_initial)
		return;
	RULE(ra && fresh->value == 0);
	unsigned n = number(fresh);
	encountering[n] = number(task);
	flags_of[n] = flags;
	dependent += dependences != 0;
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_data_t *target_task,
                      ompt_data_t *data, const void *ra) {
	(void)device, (void)ra;
	if (endpoint == ompt_scope_end) {
		RULE(data->ptr == task);
		return;
	}
	data->ptr = task;
	constructs++;
	int nowait = kind >= ompt_target_nowait;
	RULE(task->value != 0 && target_task && target_task != task);
	RULE(encountering[target_task->value] == task->value);
	RULE(flags_of[target_task->value] & ompt_task_target);
	RULE(((flags_of[target_task->value] & ompt_task_undeferred) == 0) == nowait);
	*(nowait ? &deferred : &included) += 1;
	ompt_data_t *innermost = NULL, *outer = NULL;
	int task_flags = 0;
	ompt_frame_t *frame = NULL;
	RULE(get_task_info(0, &task_flags, &innermost, &frame, NULL, NULL) == 2 && innermost == target_task && frame);
	RULE(task_flags & ompt_task_target && !(task_flags & ompt_task_explicit));
	RULE(get_task_info(1, NULL, &outer, &frame, NULL, NULL) == 0 || outer != target_task);
	if (outer == task && !nowait)
		RULE(frame->enter_frame.ptr);
}

static void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t *target_task, ompt_data_t *data, ompt_id_t *op,
                       ompt_target_data_op_t type, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	(void)endpoint, (void)op, (void)type, (void)src, (void)srcdev, (void)dst, (void)dstdev, (void)bytes, (void)ra;
	if (target_task && data->ptr)
		RULE(target_task != data->ptr);
}

static int initialize(ompt_function_lookup_t lookup, int host, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)host, (void)data;
	get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
	set(ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task);
	set(ompt_callback_task_create, (ompt_callback_t)on_task_create);
	set(ompt_callback_target_emi, (ompt_callback_t)on_target);
	set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_op);
	return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

static int a[64], b[64];

static void constructs_of_a_task(void) {
#pragma omp target enter data map(to : a) nowait depend(out : a)
#pragma omp target nowait depend(inout : a)
	a[0]++;
#pragma omp target update from(a) nowait depend(inout : a)
#pragma omp target depend(inout : a)
	a[1]++;
#pragma omp target update to(b) depend(in : a)
#pragma omp target exit data map(from : a) nowait depend(inout : a)
#pragma omp taskwait
#pragma omp target map(tofrom : b)
	b[0]++;
#pragma omp target nowait if (0) map(tofrom : b)
	b[0]++;
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel num_threads(2)
	{
#pragma omp single
		for (int i = 0; i < 8; i++) {
#pragma omp task
			{
#pragma omp critical
				constructs_of_a_task();
			}
		}
	}
	for (unsigned n = 1; n <= last; n++)
		RULE(encountering[n] != n);
	printf("%d constructs, %d deferred target tasks\n", (int)constructs, (int)deferred);
	RULE(included == 24 && dependent == 48);
	RULE(a[0] == 8 && a[1] == 8);
	return 0;
}
