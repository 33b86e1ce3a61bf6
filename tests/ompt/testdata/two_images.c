/* A program and a library that it is linked with: two images, loaded before the
 * first construct, each with its variables. */
#include "tool.h"

#include <omp.h>

int own;
#pragma omp declare target enter(own)
extern int plugin_value;
extern int plugin_run(void);

int main(void) {
	name_variable("own", &own, sizeof own);
	name_variable("plugin_value", &plugin_value, sizeof plugin_value);
	puts("== the program's construct");
#pragma omp target
	own++;
	puts("== the library's construct");
	puts(plugin_run() == 7 ? "== end" : "wrong");
	return 0;
}
