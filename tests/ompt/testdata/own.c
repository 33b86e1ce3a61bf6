/* A tool in the program, beside variables whose names are the end of its function's:
 * assemblers keep such names in one piece of text. */
#include <omp-tools.h>
#include <stdio.h>

static ompt_function_lookup_t l;
static int tool, start_tool;

static int initialize(ompt_function_lookup_t look_up, int initial, ompt_data_t *data) {
	(void)data;
	l = look_up;
	tool = initial;
	return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

static ompt_start_tool_result_t result = {initialize, finalize, {0}};

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	(void)version, (void)runtime;
	start_tool++;
	return &result;
}

int main(void) {
	int x = 0;
#pragma omp target map(x)
	x++;
	printf("started %d times, initial device %d of %d devices\n", start_tool, tool, ((ompt_get_num_devices_t)l("ompt_get_num_devices"))());
	return x != 1;
}
