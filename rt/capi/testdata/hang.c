/* A kernel that does not end is named.
 * env: OMPCC_TIMEOUT=0.2
 * exit: 124
 * stderr: hang.c:14: error: target: kernel endless has not ended on device 0 after 0.2 seconds (OMPCC_TIMEOUT)
 */
#include "module.h"

KERNEL(endless, 1);
static void endless_body(void *const *args, const __ompcc_team_t *team) {
	while (**(volatile int **)args[0])
		;
}
MODULE({"endless", (void *)endless_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &endless, ITEM("go", MAP, TO | PARAM));

int main(void) {
	int go = 0;
	__ompcc_target(&run, &here, ARGS({&go, &go, sizeof go}));
	puts("one ended");
	go = 1;
	__ompcc_target(&run, &here, ARGS({&go, &go, sizeof go}));
}
