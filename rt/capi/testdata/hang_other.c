/* Of several kernels the one that does not end is named, whoever waits for it.
 * env: OMPCC_TIMEOUT=0.3
 * exit: 124
 * stderr: hang_other.c:24: error: target: kernel endless has not ended on device 0 after 0.3 seconds (OMPCC_TIMEOUT)
 */
#include <pthread.h>

#include "module.h"

static int started;

KERNEL(endless, 1);
static void endless_body(void *const *args, const __ompcc_team_t *team) {
	__atomic_store_n(&started, 1, __ATOMIC_RELEASE);
	while (**(volatile int **)args[0])
		;
}
KERNEL(brief, 1);
static void brief_body(void *const *args, const __ompcc_team_t *team) {
	if (team->team_num == 0)
		++**(int **)args[0];
}
MODULE({"endless", (void *)endless_body, 0, 2, 0}, {"brief", (void *)brief_body, 0, 2, 0})
CONSTRUCT(stay, 1, "target", &endless, ITEM("go", MAP, TO | PARAM));
CONSTRUCT(pass, 1, "target", &brief, ITEM("x", MAP, TO | FROM | PARAM));

static void *wait_for_it(void *arg) {
	int go = 1;
	__ompcc_target(&stay, &here, ARGS({&go, &go, sizeof go}));
	return arg;
}

int main(void) {
	pthread_t t;
	int x = 0;
	CHECK(!pthread_create(&t, NULL, wait_for_it, NULL));
	while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE))
		;
	for (;;)
		CHECK(__ompcc_target(&pass, &here, ARGS({&x, &x, sizeof x})) == 1);
}
