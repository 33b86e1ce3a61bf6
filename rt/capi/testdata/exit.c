/* exit in a kernel, and target regions in atexit handlers: those registered
 * before the first region come after the devices' end and execute on the host.
 * exit: 5
 * stdout: first handler: 102
 * stdout: second handler: 4
 */
#include "module.h"

KERNEL(leave, 1);
static void leave_body(void *const *args, const __ompcc_team_t *team) {
	if (++**(int **)args[0] == 2)
		exit(5);
}
MODULE({"leave", (void *)leave_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &leave, ITEM("x", MAP, TO | FROM | PARAM));

static int up(int x) {
	if (!__ompcc_target(&run, &here, ARGS({&x, &x, sizeof x})))
		x += 100; /* the host version */
	return x;
}
static void first(void) { printf("first handler: %d\n", up(2)); }
static void second(void) { printf("second handler: %d\n", up(3)); }

int main(void) {
	atexit(first);
	CHECK(up(0) == 1);
	atexit(second);
	up(1);
	puts("not reached");
}
