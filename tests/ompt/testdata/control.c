/* Control commands reach the tool as the program gave them, and name its call. */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>

void ompt_control(uint64_t command, uint64_t modifier); /* report of 2016, §8 */

static int calls;

#ifdef TOOL
#include <omp-tools.h>
#include <stdlib.h>

static const char *site;

static int on_control(uint64_t command, uint64_t modifier, void *arg, const void *ra) {
	long distance = (const char *)ra - site;
	if (distance < 0 || distance > 400)
		printf("called from %p, %ld bytes behind the function\n", ra, distance);
	printf("%llx %llx %s\n", (unsigned long long)command, (unsigned long long)modifier, arg ? "argument" : "none");
	calls++;
	return 5;
}

static int initialize(ompt_function_lookup_t look_up, int initial, ompt_data_t *data) {
	(void)initial, (void)data;
	return ((ompt_set_callback_t)look_up("ompt_set_callback"))(ompt_callback_control_tool, (ompt_callback_t)on_control) == ompt_set_always;
}

static void finalize(ompt_data_t *data) { (void)data; }

static ompt_start_tool_result_t result = {initialize, finalize, {0}};

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
	(void)version, (void)runtime;
	return &result;
}
#endif

static __attribute__((noinline)) int command(void) {
	ompt_control(0x100000040, 0x200000005);
	return omp_control_tool(64, 3, &calls) + (calls & 0);
}

int main(void) {
	int x = 0;
#ifdef TOOL
	site = (const char *)command;
#endif
	int answer = command();
#pragma omp target map(x)
	x++;
	printf("%d calls, answer %d, x %d\n", calls, answer, x);
	return 0;
}
