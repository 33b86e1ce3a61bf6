/* Two devices: each is initialised when it is first used; a transfer between
 * them is one operation. */
#include "tool.h"

#include <omp.h>

int main(void) {
	int v = 1;
	name_variable("v", &v, sizeof v);
	puts("== device 1");
#pragma omp target device(1) map(v)
	v++;
	puts("== device 0");
#pragma omp target device(0) map(v)
	v++;
	puts("== allocations");
	char *p = omp_target_alloc(64, 0), *q = omp_target_alloc(64, 1);
	puts("== omp_target_memcpy from 0 to 1");
	omp_target_memcpy(q, p, 64, 0, 0, 1, 0);
	puts("== end");
	return 0;
}
