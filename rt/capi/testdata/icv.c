/* The default device is each task's own (OpenMP 5.2 §2.4): what one sets, no other sees, but those
 * that it generates.
 * flags: -fopenmp
 * env: OMPCC_CPU_DEVICES=4
 * env: OMP_DEFAULT_DEVICE=3
 */
#include <omp.h>
#include <pthread.h>

#include "module.h"

enum { THREADS = 4, ROUNDS = 20 };

KERNEL(where, 1);
static void where_body(void *const *args, const __ompcc_team_t *team) {
	if (team->team_num == 0)
		**(int **)args[0] = omp_get_device_num();
}
MODULE({"where", (void *)where_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &where, ITEM("n", MAP, FROM | PARAM));

static int device(void) {
	int n = -1;
	CHECK(__ompcc_target(&run, &here, ARGS({&n, &n, sizeof n})) == 1);
	return n;
}

static void *other(void *arg) {
	CHECK(omp_get_default_device() == 3 && device() == 3);
	omp_set_default_device(1);
	CHECK(omp_get_default_device() == 1 && device() == 1);
	return arg;
}

int main(void) {
	pthread_t t;
	CHECK(omp_get_default_device() == 3 && device() == 3);
#pragma omp parallel num_threads(THREADS)
	for (int i = 0; i < ROUNDS; i++) {
		int mine = (omp_get_thread_num() + i) % 4;
		omp_set_default_device(mine);
#pragma omp barrier
		CHECK(omp_get_default_device() == mine && device() == mine);
#pragma omp task firstprivate(mine)
		{
			CHECK(omp_get_default_device() == mine && device() == mine);
			omp_set_default_device((mine + 1) % 4);
			CHECK(device() == (mine + 1) % 4);
		}
#pragma omp taskwait
		CHECK(omp_get_default_device() == mine && device() == mine);
	}
	CHECK(device() == omp_get_default_device());
	omp_set_default_device(2);
	CHECK(!pthread_create(&t, NULL, other, NULL) && !pthread_join(t, NULL)); /* an initial task of its own */
	CHECK(omp_get_default_device() == 2 && device() == 2);
	puts("ok");
}
