/* The runtime starts, and works, on threads with as little stack as a thread may have. */
#include <limits.h>
#include <pthread.h>

#include "../../../include/omp.h"
#include "module.h"

KERNEL(add, 1);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	int *x = *(int **)args[0];
	for (int i = 0; i < 100; i++)
		x[i] += (int)team->num_teams;
}
MODULE({"add", (void *)add_body, 0, 2, 0})
CONSTRUCT(begin, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(run, 1, "target", &add, ITEM("x", MAP, TO | FROM | PARAM));
CONSTRUCT(look, 4, "target update", 0, ITEM("x", MAP, FROM));
CONSTRUCT(end, 3, "target exit data", 0, ITEM("x", MAP, DELETE));

static void *use(void *arg) {
	int x[100] = {41};
	__ompcc_arg_t a = {x, x, sizeof x};
	__ompcc_enter_data(&begin, &here, ARGS(a));
	CHECK(__ompcc_target(&run, &here, ARGS(a)) == 1);
	__ompcc_update(&look, &here, ARGS(a));
	CHECK(x[0] == 42 && x[99] == 1);
	__ompcc_exit_data(&end, &here, ARGS(a));
	void *p = omp_target_alloc(1000, 0);
	CHECK(p && !omp_target_memcpy(p, x, sizeof x, 0, 0, 0, omp_get_initial_device()));
	omp_target_free(p, 0);
	return arg;
}

int main(void) {
	pthread_attr_t small;
	pthread_attr_init(&small);
	CHECK(!pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN));
	for (int k = 0; k < 20; k++) {
		pthread_t t[4];
		for (int i = 0; i < 4; i++)
			CHECK(!pthread_create(&t[i], &small, use, NULL));
		for (int i = 0; i < 4; i++)
			CHECK(!pthread_join(t[i], NULL));
	}
	puts("ok");
}
