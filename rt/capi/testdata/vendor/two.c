/* A program that uses two GPUs at the same time, run by TestTwoGPUs. */
#include <omp.h>

#include "../module.h"

enum { N = 100000 };
static int x[N], y[N], counter = 5;

static const unsigned sizes[] = {8, 8};
static __ompcc_kernel_t add = {"add", 1 | 2 | 4, 2, sizes, 0, 0, 0, {0, 0}};
static const __ompcc_global_t globals[] = {{"counter", &counter, sizeof counter, 0, __FILE__, 5}};
static __ompcc_unit_t unit = {1, 0, 1, REQUIRES, __FILE__, 0, globals};
static __ompcc_unit_t *units[] = {&unit};
static const char text[] = ".target sm_80", hsaco[] = "....\xb8.max_flat_workgroup_size\xcd\x01\x00\xa5.name\xa3" "add....";
static const __ompcc_image_t images[] = {
    {"nvptx64", "sm_80", "ptx", text, text + sizeof text - 1},
    {"amdgcn", "gfx90a", "hsaco", hsaco, hsaco + sizeof hsaco},
};
static __ompcc_module_t module = {1, units, units + 1, 0, 0, images, COUNT(images), 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target teams distribute parallel for", &add, ITEM("x", MAP, TO | FROM | PARAM), ITEM("n", VALUE, PARAM));
CONSTRUCT(put, 4, "target update", 0, ITEM("counter", MAP, TO));

static void launch(int device, int *p, long n) {
	__ompcc_launch_t l = {.device = device, .flags = 4, .trip = (unsigned long)n};
	CHECK(__ompcc_target(&run, &l, ARGS({p, p, (size_t)n * sizeof *p}, {0, &n, 8})));
}

int main(void) {
	printf("%d devices: %s %s\n", omp_get_num_devices(), omp_get_uid_from_device(0), omp_get_uid_from_device(1));
	if (omp_get_num_devices() != 2)
		return 0;
	CHECK(strcmp(omp_get_uid_from_device(0), omp_get_uid_from_device(1)));
	counter = 7; /* the second device's copy gets it, the first one's stays */
	__ompcc_launch_t second = {.device = 1};
	launch(1, y, 1); /* loads the image there */
	__ompcc_update(&put, &second, ARGS({&counter, &counter, sizeof counter}));
	launch(0, x, N);
	launch(1, y, N);
	CHECK(x[0] == x[N - 1] && y[N - 1] == 7);
	int before = x[0];
	int *a = omp_target_alloc(N * sizeof *a, 0), *b = omp_target_alloc(N * sizeof *b, 1);
	CHECK(a && b);
	CHECK(!omp_target_memcpy(a, x, N * sizeof *a, 0, 0, 0, omp_get_initial_device()));
	CHECK(omp_target_memset(b, 0, N * sizeof *b, 1) == b);
	CHECK(!omp_target_memcpy(b, a, N * sizeof *b, 0, 0, 1, 0)); /* from the first to the second */
	memset(x, 0, sizeof x);
	CHECK(!omp_target_memcpy(x, b, N * sizeof *b, 0, 0, omp_get_initial_device(), 1));
	CHECK(x[0] == before && x[N - 1] == before);
	CHECK(!omp_target_memcpy(a, b, 400, 400, 800, 0, 1)); /* and back */
#if REQUIRES
	CHECK(b[5] == before && omp_target_is_accessible(x, sizeof x, 0)); /* the host reads what is on a device */
#else
	CHECK(!omp_target_is_accessible(x, sizeof x, 0));
#endif
	omp_target_free(a, 0);
	omp_target_free(b, 1);
	puts("ok");
}
