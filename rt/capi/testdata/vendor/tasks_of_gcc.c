/* What tasks of gcc's programs capture, where LLVM's libomp has been put in libgomp's
 * place (LD_PRELOAD), run by TestPreloaded. An argument: a task with detach. */
#include <omp.h>

#include "../module.h"

typedef struct {
	long device;
	int n[20];
} launch_t;

int main(int argc, char **argv) {
	int x = 0, y = 0;
	launch_t l = {7, {[19] = 8}};
	__ompcc_register(&(__ompcc_module_t){1, 0, 0, 0, 0, .next = 0}); /* as each program does */
#pragma omp task if(0) firstprivate(l) shared(x) depend(inout: x)
	x = l.device == 7 && l.n[19] == 8;
	CHECK(x);
#pragma omp task firstprivate(l) shared(y) depend(inout: y)
	y = l.device == 7 && l.n[19] == 8;
#pragma omp taskwait
	CHECK(y);
	if (argc > 1) {
		omp_event_handle_t event;
#pragma omp task detach(event)
		omp_fulfill_event(event);
#pragma omp taskwait
	}
	puts("ok");
}
