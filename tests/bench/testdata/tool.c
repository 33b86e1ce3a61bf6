/* A tool that takes the events of devices and does nothing with them. */
#include <omp-tools.h>

static void target(ompt_target_t k, ompt_scope_endpoint_t e, int d, ompt_data_t *t, ompt_data_t *tt, ompt_data_t *id, const void *ra) {
	(void)k, (void)e, (void)d, (void)t, (void)tt, (void)id, (void)ra;
}
static void data_op(ompt_scope_endpoint_t e, ompt_data_t *tt, ompt_data_t *id, ompt_id_t *op, ompt_target_data_op_t kind, void *src,
                    int sd, void *dst, int dd, size_t n, const void *ra) {
	(void)e, (void)tt, (void)id, (void)op, (void)kind, (void)src, (void)sd, (void)dst, (void)dd, (void)n, (void)ra;
}
static void submit(ompt_scope_endpoint_t e, ompt_data_t *id, ompt_id_t *op, unsigned n) { (void)e, (void)id, (void)op, (void)n; }

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
	ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
	(void)device, (void)data;
	set(ompt_callback_target_emi, (ompt_callback_t)target);
	set(ompt_callback_target_data_op_emi, (ompt_callback_t)data_op);
	set(ompt_callback_target_submit_emi, (ompt_callback_t)submit);
	return 1;
}
static void finalize(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	static ompt_start_tool_result_t result = {initialize, finalize, {0}};
	(void)version, (void)runtime;
	return &result;
}
