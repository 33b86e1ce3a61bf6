/* Reverse offload from a GPU, run by TestReverseOffload against the stand-in for its driver. */
#include <omp.h>
#include <pthread.h>

#include "../module.h"

static int x[4] = {1, 2, 3, 4}, calls;
static _Atomic int late_calls;
static void *block;

static const unsigned sizes[] = {8, 8};
static __ompcc_kernel_t ask = {"ask", 1, 2, sizes, 0, 0, 0, {0, 0}};
static __ompcc_unit_t unit = {1, 0, 0, 1, __FILE__, 0, 0};
static __ompcc_unit_t *units[] = {&unit};
static const char text[] = ".target sm_80";
static const __ompcc_image_t images[] = {{"nvptx64", "sm_80", "ptx", text, text + sizeof text - 1}};
static __ompcc_module_t module = {1, units, units + 1, 0, 0, images, COUNT(images), 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target", &ask, ITEM("f", VALUE, PARAM), ITEM("x", MAP, TO | FROM | PARAM));

static int leaves;

/* The kernel goes on when this has returned: what it gives back here, the driver gets later. While it waits for the
 * device, it is called again, by another thread. */
static void function(void **p) {
	static pthread_t caller;
	long *value = p[0];
	if (*value == 7) {
		CHECK(!pthread_equal(caller, pthread_self()));
		++*value;
		late_calls++;
		return;
	}
	caller = pthread_self();
	int *on_host = *(int **)p[1];
	char zero[64] = {0};
	CHECK(*value == 41 && on_host == x && x[0] == 1 && x[1] == 10 && x[2] == 20 && x[3] == 4);
	omp_target_free(block, 0);
	void *other = omp_target_alloc(64, 0);
	CHECK(other && omp_target_memcpy(other, zero, 64, 0, 0, 0, omp_get_initial_device()) == 0);
	while (!late_calls)
		CHECK(omp_target_memcpy(other, zero, 64, 0, 0, 0, omp_get_initial_device()) == 0);
	omp_target_free(other, 0);
	CHECK(omp_is_initial_device());
	++*value;
	x[2] = 200;
	calls++;
	if (leaves)
		exit(7);
}

int main(int argc, char **argv) {
	void *f = (void *)function;
	leaves = argc > 1;
	printf("%d devices\n", omp_get_num_devices());
	block = omp_target_alloc(1000, 0);
	CHECK(__ompcc_target(&run, &here, ARGS({0, &f, 8}, {x, x, sizeof x})));
	CHECK(calls == 1 && x[0] == 1 && x[1] == 10 && x[2] == 200 && x[3] == 4);
	puts("ok");
}
