/* Each routine or construct that may be a program's first finds the tool initialised. */
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int initialised, devices = -1;

static int initialize(ompt_function_lookup_t look_up, int initial, ompt_data_t *data) {
	(void)look_up, (void)initial, (void)data;
	initialised++;
	devices = omp_get_num_devices(); /* must not wait for the initialisation */
	return 1;
}

static void finalize(ompt_data_t *data) { (void)data; }

static ompt_start_tool_result_t result = {initialize, finalize, {0}};

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	(void)version, (void)runtime;
	return &result;
}

int main(int argc, char **argv) {
	const char *first = argc > 1 ? argv[1] : "";
	int n = 0;
	if (!strcmp(first, "num_devices"))
		n = omp_get_num_devices();
	else if (!strcmp(first, "initial_device"))
		n = omp_get_initial_device();
	else if (!strcmp(first, "is_initial_device"))
		n = omp_is_initial_device();
	else if (!strcmp(first, "device_num"))
		n = omp_get_device_num();
	else if (!strcmp(first, "default_device"))
		n = omp_get_default_device();
	else if (!strcmp(first, "set_default_device"))
		omp_set_default_device(0);
	else if (!strcmp(first, "max_threads"))
		n = omp_get_max_threads();
	else if (!strcmp(first, "parallel"))
#pragma omp parallel num_threads(2)
	{
#pragma omp atomic
		n += initialised;
	}
	else if (!strcmp(first, "target"))
#pragma omp target map(tofrom : n)
		n++;
	printf("%s: initialised %d times, %d devices\n", first, initialised, devices);
	return n < 0;
}
