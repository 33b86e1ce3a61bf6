/* env: OMPCC_INFO=1
 * stderr: map 'x': 4 bytes
 * stderr: copy to the device 'x': 4 bytes
 * stderr: launch one (test)
 * stderr: copy from the device 'x': 4 bytes
 * stderr: unmap 'x'
 * stdout: ok */
#include "module.h"

KERNEL(one, 1);
static void one_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	**(int **)args[0] += 1;
}
MODULE({"one", (void *)one_body, 0, 2, 0})
CONSTRUCT(enter, 2, "target enter data", NULL, ITEM("x", MAP, TO));
CONSTRUCT(run, 1, "target", &one, ITEM("x", MAP, TO | FROM | PARAM));

int main(void) {
	int x = 0;
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 1 && x == 1);
	__ompcc_enter_data(&enter, &here, ARGS({&x, &x, 4}));
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 1 && x == 1);
	puts("ok");
}
