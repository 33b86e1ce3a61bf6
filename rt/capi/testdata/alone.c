/* flags: -fopenmp
 *
 * A program whose only use of the host's OpenMP is tasks outside of parallel regions: the
 * linker may leave libgomp away, since the names are found in the runtime. */
#include "module.h"

KERNEL(inc, 1);
static void inc_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	**(int **)args[0] += 1;
}
MODULE({"inc", (void *)inc_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &inc, ITEM("x", MAP, TO | FROM | PARAM));

int main(void) {
	int x = 0, y = 0;
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, sizeof x})) == 1 && x == 1);
#pragma omp task shared(y) depend(out: y)
	y = 5;
#pragma omp task shared(y) depend(inout: y)
	y *= 2;
#pragma omp taskwait depend(in: y)
	CHECK(y == 10);
#pragma omp task shared(y) firstprivate(x)
	y += x;
#pragma omp taskwait
#pragma omp barrier
	CHECK(y == 11);
	puts("ok");
}
