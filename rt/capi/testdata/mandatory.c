/* env: OMP_TARGET_OFFLOAD=MANDATORY
 * exit: 1
 * stderr: error: target: device 4 is not available (1 devices) and OMP_TARGET_OFFLOAD=MANDATORY */
#include "module.h"

KERNEL(empty, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"empty", (void *)empty_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &empty, ITEM("x", MAP, TO));

int main(void) {
	int x = 0;
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 1);
	__ompcc_launch_t launch = {.device = HOST_DEVICE}; /* if(0) is allowed */
	CHECK(__ompcc_target(&run, &launch, ARGS({&x, &x, 4})) == 0);
	__ompcc_target_host_end(&run, &launch);
	launch.device = 4;
	__ompcc_target(&run, &launch, ARGS({&x, &x, 4}));
}
