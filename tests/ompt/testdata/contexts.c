/* Where events of target update and of data operations occur: in the context of the target task, between the
 * task_schedule events that begin and end it, and after the tasks that it depends on (OpenMP 5.2 §13.9).
 * The tool checks; the program prints what it counted. */
#include <omp-tools.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static ompt_get_task_info_t get_task_info;
static atomic_int updates, operations, of_routines, maps, begun, ended, predecessor_done;

#define RULE(x) do { if (!(x)) { printf("%s:%d: VIOLATION: %s\n", __FILE__, __LINE__, #x); fflush(stdout); _exit(3); } } while (0)

/* A target task's data is 1 before it is scheduled, 2 while it runs and 3 when it has completed. */
static ompt_data_t *target_task(void) {
	int flags = 0;
	ompt_data_t *task = NULL;
	RULE(get_task_info(0, &flags, &task, NULL, NULL, NULL) == 2 && flags & ompt_task_target);
	return task;
}

static void on_task_create(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *fresh, int flags, int dependences, const void *ra) {
	(void)task, (void)frame, (void)dependences, (void)ra;
	if (flags & ompt_task_target)
		fresh->value = 1;
}

static void on_task_schedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
	if (next && next->value == 1)
		next->value = 2, begun++;
	if (prior && prior->value == 2 && (status == ompt_task_complete || status == ompt_task_late_fulfill))
		prior->value = 3, ended++;
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task, ompt_id_t id, const void *ra) {
	(void)device, (void)task, (void)id, (void)ra;
	RULE(target_task()->value == 2);
	if (endpoint == ompt_scope_begin && (kind == ompt_target_update || kind == ompt_target_update_nowait)) {
		RULE(predecessor_done);
		updates++;
	}
}

static void on_data_op(ompt_id_t id, ompt_id_t op, ompt_target_data_op_t type, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	(void)op, (void)type, (void)src, (void)srcdev, (void)dst, (void)dstdev, (void)bytes, (void)ra;
	ompt_data_t *task = target_task();
	if (id) {
		RULE(task->value == 2);
		operations++;
	} else { /* a routine's */
		RULE(task->value == 0);
		of_routines++;
	}
}

static void on_map(ompt_id_t id, unsigned n, void **host, void **device, size_t *bytes, unsigned *flags, const void *ra) {
	(void)id, (void)n, (void)host, (void)device, (void)bytes, (void)flags, (void)ra;
	RULE(target_task()->value == 2);
	maps++;
}

static int initialize(ompt_function_lookup_t lookup, int host, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)host, (void)data;
	get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
	set(ompt_callback_task_create, (ompt_callback_t)on_task_create);
	set(ompt_callback_task_schedule, (ompt_callback_t)on_task_schedule);
	set(ompt_callback_target, (ompt_callback_t)on_target);
	set(ompt_callback_target_data_op, (ompt_callback_t)on_data_op);
	set(ompt_callback_target_map, (ompt_callback_t)on_map);
	return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

static int a[64];

int main(void) {
#pragma omp target enter data map(to : a)
#pragma omp parallel num_threads(2)
#pragma omp single
	for (int i = 0; i < 4; i++) {
		predecessor_done = 0;
#pragma omp task depend(out : a) shared(a)
		{
			usleep(2000);
			a[0] = i;
			predecessor_done = 1;
		}
#pragma omp target update to(a) nowait depend(inout : a)
#pragma omp target update from(a) depend(inout : a)
#pragma omp taskwait
	}
#pragma omp target update to(a)
#pragma omp target exit data map(delete : a)
	void *p = omp_target_alloc(sizeof a, 0);
	omp_target_memcpy(p, a, sizeof a, 0, 0, 0, omp_get_initial_device());
	omp_target_memcpy_async(a, p, sizeof a, 0, 0, omp_get_initial_device(), 0, 0, NULL);
#pragma omp taskwait
	omp_target_free(p, 0);
	printf("%d updates, %d operations and %d of routines, %d maps, %d target tasks begun, %d ended\n", updates, operations, of_routines, maps, begun, ended);
	return 0;
}
