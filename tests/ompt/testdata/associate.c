/* The events of associations occur before these begin and before they end (OpenMP 5.1 §3.8.9, §3.8.10): while the
 * callback runs, another thread asks whether the variable is present. */
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static int a[4], before = -1, last = -1;

static void *ask(void *answer) {
	*(int *)answer = omp_target_is_present(a, 0);
	return NULL;
}

static void on_data_op(ompt_id_t id, ompt_id_t op, ompt_target_data_op_t type, void *src, int srcdev, void *dst, int dstdev, size_t bytes, const void *ra) {
	pthread_t thread;
	(void)id, (void)op, (void)src, (void)srcdev, (void)dst, (void)dstdev, (void)bytes, (void)ra;
	if (type != ompt_target_data_associate && type != ompt_target_data_disassociate)
		return;
	pthread_create(&thread, NULL, ask, type == ompt_target_data_associate ? &before : &last);
	pthread_join(thread, NULL);
}

static int initialize(ompt_function_lookup_t lookup, int host, ompt_data_t *data) {
	(void)host, (void)data;
	((ompt_set_callback_t)lookup("ompt_set_callback"))(ompt_callback_target_data_op, (ompt_callback_t)on_data_op);
	return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}

int main(void) {
#pragma omp target
	;
	int *p = omp_target_alloc(sizeof a, 0);
	omp_target_associate_ptr(a, p, sizeof a, 0, 0);
	int associated = omp_target_is_present(a, 0);
	omp_target_disassociate_ptr(a, 0);
	printf("present: %d before, %d associated, %d before disassociating, %d after\n", before, associated, last, omp_target_is_present(a, 0));
	omp_target_free(p, 0);
	return 0;
}
