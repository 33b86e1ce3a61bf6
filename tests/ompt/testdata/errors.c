/* The error directive at run time, in a program that uses devices. */
#include <omp-tools.h>
#include <stdio.h>

static void on_error(ompt_severity_t severity, const char *message, size_t length, const void *ra) {
	printf("%s: %.*s%s\n", severity == ompt_fatal ? "fatal" : "warning", (int)length, message, ra ? "" : " from nowhere");
	fflush(stdout);
}

static int initialize(ompt_function_lookup_t lookup, int initial, ompt_data_t *data) {
	(void)initial, (void)data;
	int result = ((ompt_set_callback_t)lookup("ompt_set_callback"))(ompt_callback_error, (ompt_callback_t)on_error);
	printf("initialize %d\n", result);
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
#pragma omp error at(execution) severity(warning) message("careful")
	return 0;
}
