/* env: OMP_TARGET_OFFLOAD=disabled
 * env: OMP_NUM_TEAMS=many
 * stderr: OMP_NUM_TEAMS='many' is not a number
 * stdout: ok */
#include "../../../include/omp.h"
#include "module.h"

KERNEL(empty, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"empty", (void *)empty_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &empty, ITEM("x", MAP, TO));

int main(void) {
	int x = 0;
	CHECK(omp_get_num_devices() == 0 && omp_get_initial_device() == 0);
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 0);
	__ompcc_target_host_end(&run, &here);
	CHECK(omp_target_is_present(&x, 0) == 1);
	puts("ok");
}
