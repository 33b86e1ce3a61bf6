/* A library with target code, loaded and unloaded: a second image, announced
 * before its variables and its first construct, and unloaded by itself. */
#include "tool.h"

#include <dlfcn.h>
#include <omp.h>

int main(int argc, char **argv) {
	int value = 0;
	(void)argc;
	puts("== the program's construct");
#pragma omp target map(tofrom : value)
	value = 1;
	puts("== dlopen");
	void *library = dlopen(argv[1], RTLD_NOW);
	if (!library) {
		puts(dlerror());
		return 1;
	}
	int (*run)(void) = (int (*)(void))dlsym(library, "plugin_run");
	name_variable("plugin_value", dlsym(library, "plugin_value"), sizeof(int));
	puts("== the library's construct");
	int got = run();
	puts(got == 7 ? "== dlclose" : "wrong");
	dlclose(library);
	puts("== end");
	return 0;
}
