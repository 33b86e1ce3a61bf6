/* A process that may have little address space has no usable device, which is said once: Go
 * would end it.
 * stdout: on the host
 * stderr: ompcc: warning: device 0 cannot be used: the runtime reserves 960 MB of address space, of which the process may not have so much (ulimit -v)
 */
#include <sys/resource.h>

#include "../../../include/omp.h"
#include "module.h"

KERNEL(none, 1);
static void none_body(void *const *args, const __ompcc_team_t *team) {}
MODULE({"none", (void *)none_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &none, ITEM("x", MAP, TO | FROM | PARAM));

int main(void) {
	int x = 0;
	const struct rlimit little = {512 << 20, 512 << 20};
	CHECK(!setrlimit(RLIMIT_AS, &little));
	for (int i = 0; i < 3; i++)
		CHECK(!__ompcc_target(&run, &here, ARGS({&x, &x, sizeof x})));
	CHECK(!omp_target_alloc(64, 0));
	puts("on the host");
}
