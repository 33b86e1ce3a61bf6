/* A shared library with a target region and a copy of the runtime. */
#include "module.h"

KERNEL(one, 1);
static void one_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	**(int **)args[0] += ADD;
}
MODULE({"one", (void *)one_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &one, ITEM("x", MAP, TO | FROM | PARAM));
CONSTRUCT(hold, 2, "target enter data", 0, ITEM("x", MAP, TO));

int LIBRARY(int *x, int stay) {
	if (stay)
		__ompcc_enter_data(&hold, &here, ARGS({x, x, 4}));
	return __ompcc_target(&run, &here, ARGS({x, x, 4}));
}
