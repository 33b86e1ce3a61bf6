/* How a debugger finds the OMPD library (OpenMP 5.2 §20.2): beside the runtime, or where the system looks. */
#include <stdio.h>

#include "loader.h"
#include "omp-tools.h"

__attribute__((weak)) const char **ompd_dll_locations; /* LLVM's libomp has it, too */

__attribute__((noinline, weak)) void ompd_dll_locations_valid(void) { __asm__ volatile("" ::: "memory"); }

__attribute__((constructor)) static void locate(void) {
	static char beside[4096];
	static const char *all[3];
	int n = 0;
	if (*ompcc_lib_dir()) {
		snprintf(beside, sizeof beside, "%s/libompd.so", ompcc_lib_dir());
		all[n++] = beside;
	}
	all[n] = "libompd.so";
	ompd_dll_locations = all;
	ompd_dll_locations_valid();
}
