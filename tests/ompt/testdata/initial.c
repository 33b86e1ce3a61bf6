/* The initial task of a target region that the host executes, and the thread that executes it (OpenMP 5.2 §13.8, §2.3). */
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>

static ompt_get_target_info_t get_target_info;
static ompt_get_task_info_t get_task_info;
static ompt_get_state_t get_state;
static ompt_data_t *initial;
static int (*copy)(void *, const void *, size_t, size_t, size_t, int, int);
static int on; /* 2: threads are of interest, too */
#pragma omp declare target(get_target_info, get_task_info, get_state, initial, copy)

static void target(ompt_target_t kind, ompt_scope_endpoint_t end, int device, ompt_data_t *task, ompt_data_t *target_task, ompt_data_t *data, const void *ra) {
	(void)device, (void)task, (void)target_task, (void)data, (void)ra;
	if (on)
		printf("target %d %s\n", kind, end == ompt_scope_begin ? "begin" : "end");
}
static void implicit_task(ompt_scope_endpoint_t end, ompt_data_t *parallel, ompt_data_t *task, unsigned n, unsigned index, int flags) {
	(void)parallel, (void)n, (void)index;
	if (on && flags & ompt_task_initial)
		initial = end == ompt_scope_begin ? task : NULL;
	if (on)
		printf("  %s task %s\n", flags & ompt_task_initial ? "initial" : "implicit", end == ompt_scope_begin ? "begin" : "end");
}
static void thread_begin(ompt_thread_t type, ompt_data_t *data) {
	(void)data;
	if (on == 2)
		printf("  thread begin%s\n", type == ompt_thread_initial ? ", initial" : "");
}
static void thread_end(ompt_data_t *data) {
	(void)data;
	if (on == 2)
		printf("  thread end\n");
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)device, (void)data;
	get_target_info = (ompt_get_target_info_t)lookup("ompt_get_target_info");
	get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
	get_state = (ompt_get_state_t)lookup("ompt_get_state");
	set(ompt_callback_target_emi, (ompt_callback_t)target);
	set(ompt_callback_implicit_task, (ompt_callback_t)implicit_task);
	set(ompt_callback_thread_begin, (ompt_callback_t)thread_begin);
	set(ompt_callback_thread_end, (ompt_callback_t)thread_end);
	return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

static __attribute__((noinline)) void look(const char *where) {
	uint64_t device = 0;
	ompt_id_t region = 0, operation = 0;
	int flags = 0, around = 0, outermost = 0, level = 1;
	ompt_data_t *task = NULL;
	ompt_wait_id_t wait;
	get_task_info(0, &flags, &task, NULL, NULL, NULL);
	printf("  %s: level %d, in a region %d%s%s%s\n", where, omp_get_level(), get_target_info(&device, &region, &operation),
	       flags & ompt_task_initial ? ", initial task" : "", task == initial ? " of the event" : "",
	       get_state(&wait) == ompt_state_work_serial ? ", working" : "");
	for (; get_task_info(level, &outermost, NULL, NULL, NULL, NULL); level++)
		around |= outermost;
	if (level > 1)
		printf("    inside of %d tasks:%s%s\n", level - 1, around & ompt_task_target ? " target" : "", outermost & ompt_task_initial ? " initial" : "");
}

static void regions(void) {
#pragma omp target if (0)
	look("if(0)");
#pragma omp target device(omp_get_initial_device()) nowait
	look("nowait");
#pragma omp taskwait
#pragma omp target if (0) depend(inout : on)
	look("depend");
}

int main(void) {
	setvbuf(stdout, NULL, _IOLBF, 4096);
	copy = omp_target_memcpy;
#pragma omp target
	{
	}
	on = 1;
	printf("serial\n");
#pragma omp target if (0)
	look("if(0)");
#pragma omp target device(omp_get_initial_device()) nowait
	look("nowait");
#pragma omp taskwait
#pragma omp target if (0)
	{
		char from = 0, to;
		copy(&to, &from, 1, 0, 0, omp_get_initial_device(), omp_get_initial_device());
		look("behind a routine");
	}
	on = 0;
#pragma omp parallel num_threads(1)
	{
		on = 2;
		printf("parallel\n");
		regions();
		on = 0;
	}
	return 0;
}
