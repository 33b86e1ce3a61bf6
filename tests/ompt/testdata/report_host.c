/* A tool of the report of 2016, with declarations of its own, in a program without device
 * constructs. */
#include <stdint.h>
#include <stdio.h>

typedef void (*function_t)(void);
typedef void (*initializer_t)(function_t (*lookup)(const char *), const char *runtime, unsigned version);

void ompt_control(uint64_t command, uint64_t modifier);

static int initialised, controls;

static void on_control(uint64_t command, uint64_t modifier, const void *ra) { controls += command == 1ull << 40 && modifier == 2 && ra; }

static void initialize(function_t (*lookup)(const char *), const char *runtime, unsigned version) {
	int (*set)(int, function_t) = (int (*)(int, function_t))lookup("ompt_set_callback");
	initialised += runtime && version == 2 && set(11, (function_t)on_control) == 4;
}

initializer_t ompt_tool(void) { return initialize; }

int main(void) {
	int seen = 0;
#pragma omp parallel num_threads(2) reduction(+ : seen)
	seen += initialised;
	ompt_control(1ull << 40, 2);
	printf("%d threads saw the tool, %d command\n", seen, controls);
	return 0;
}
