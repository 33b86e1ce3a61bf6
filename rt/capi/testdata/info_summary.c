/* env: OMPCC_INFO=summary
 * stderr: ompcc: summary:
 * stderr: target                         0         3         3
 * stderr:     x                                                       3         3            12            3            12
 * stdout: ok
 * Counts of constructs and variables, at the end. */
#include "module.h"

KERNEL(one, 1);
static void one_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	**(int **)args[0] += 1;
}
MODULE({"one", (void *)one_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &one, ITEM("x", MAP, TO | FROM | PARAM));

int main(void) {
	int x = 0;
	for (int i = 0; i < 3; i++)
		CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 1 && x == i + 1);
	puts("ok");
}
