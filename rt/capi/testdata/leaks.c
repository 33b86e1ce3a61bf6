/* What is left on the devices at the end is told with OMPCC_LEAKS.
 * env: OMPCC_LEAKS=1
 * stdout: ok
 * stderr: ompcc: leak: device 0: 'x[0:n]' of 64 bytes is still mapped, count 2, since
 * stderr: ompcc: leak: 1 blocks of omp_target_alloc are not freed
 */
#include "module.h"

extern void *omp_target_alloc(size_t, int);
extern void omp_target_free(void *, int);

KERNEL(none, 0);
static void none_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"none", (void *)none_body, 0, 2, 0});

CONSTRUCT(in_x, 2, "target enter data", 0, ITEM("x[0:n]", MAP, TO));
CONSTRUCT(in_y, 2, "target enter data", 0, ITEM("y", MAP, TO));
CONSTRUCT(out_y, 3, "target exit data", 0, ITEM("y", MAP, FROM));

int main(void) {
	static char x[64], y[100];
	__ompcc_enter_data(&in_x, &here, ARGS({x, x, sizeof x}));
	__ompcc_enter_data(&in_x, &here, ARGS({x, x, sizeof x}));
	__ompcc_enter_data(&in_y, &here, ARGS({y, y, sizeof y}));
	__ompcc_exit_data(&out_y, &here, ARGS({y, y, sizeof y}));
	CHECK(omp_target_alloc(3 << 20, 0));
	omp_target_free(omp_target_alloc(10, 0), 0);
	omp_target_free(omp_target_alloc(5 << 20, 0), 0);
	puts("ok");
}
