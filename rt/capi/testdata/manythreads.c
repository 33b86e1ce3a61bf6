/* A thousand short-lived threads use the device, while a timer goes off
 * all the time. */
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

#include "module.h"

enum { THREADS = 1000, AT_ONCE = 20 };

KERNEL(add, 1);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	if (team->team_num == 0)
		**(int **)args[0] += (int)team->num_teams;
}
MODULE({"add", (void *)add_body, 0, 2, 2})
CONSTRUCT(run, 1, "target teams", &add, ITEM("x", MAP, TO | FROM | PARAM));

static volatile sig_atomic_t ticks;
static void tick(int sig) {
	ticks++;

}

static void *use(void *arg) {
	int x = 0;
	add.flags = 2;
	CHECK(__ompcc_target(&run, &(__ompcc_launch_t){.device = DEFAULT_DEVICE, .num_teams = 3}, ARGS({&x, &x, sizeof x})) == 1);
	CHECK(x == 3);
	return arg;
}

int main(void) {
	struct itimerval every = {{0, 1000}, {0, 1000}};
	signal(SIGALRM, tick);
	setitimer(ITIMER_REAL, &every, NULL);
	for (int i = 0; i < THREADS; i += AT_ONCE) {
		pthread_t t[AT_ONCE];
		for (int k = 0; k < AT_ONCE; k++)
			CHECK(!pthread_create(&t[k], NULL, use, NULL));
		for (int k = 0; k < AT_ONCE; k++)
			pthread_join(t[k], NULL);
	}
	while (!ticks)
		use(NULL);
	puts("ok");
}
