/* Threads that are cancelled while they use a device: they end behind the runtime's calls, or
 * in a kernel that waits, and the others go on. */
#include <pthread.h>
#include <unistd.h>

#include "module.h"

enum { ROUNDS = 60, THREADS = 4 };

KERNEL(add, 1);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	++**(int **)args[0];
}
KERNEL(rest, 1);
static void rest_body(void *const *args, const __ompcc_team_t *team) {
	(void)args, (void)team;
	usleep(10);
}
MODULE({"add", (void *)add_body, 0, 2, 0}, {"rest", (void *)rest_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &add, ITEM("x", MAP, TO | FROM | PARAM));
CONSTRUCT(wait, 1, "target", &rest, ITEM("x", MAP, TO | FROM | PARAM));
CONSTRUCT(begin, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(end, 3, "target exit data", 0, ITEM("x", MAP, DELETE));

static void *use(void *arg) {
	int own[100] = {0};
	for (;;) {
		__ompcc_enter_data(&begin, &here, ARGS({own, own, sizeof own}));
		CHECK(__ompcc_target(&run, &here, ARGS({own, own, sizeof own})) == 1);
		__ompcc_exit_data(&end, &here, ARGS({own, own, sizeof own}));
		CHECK(__ompcc_target(&wait, &here, ARGS({arg, arg, sizeof(int)})) == 1);
	}
}

int main(void) {
	int x = 0, theirs[THREADS] = {0};
	for (int k = 0; k < ROUNDS; k++) {
		pthread_t t[THREADS];
		void *how;
		for (int i = 0; i < THREADS; i++)
			CHECK(!pthread_create(&t[i], NULL, use, &theirs[i]));
		usleep(17 * k);
		for (int i = 0; i < THREADS; i++)
			CHECK(!pthread_cancel(t[i]));
		for (int i = 0; i < THREADS; i++)
			CHECK(!pthread_join(t[i], &how) && how == PTHREAD_CANCELED);
		CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, sizeof x})) == 1 && x == k + 1);
	}
	puts("ok");
}
