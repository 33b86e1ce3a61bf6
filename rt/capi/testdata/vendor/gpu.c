/* A program with device code for an NVIDIA GPU, run by TestCUDA. */
#include <omp.h>

#include "../module.h"

enum { N = 1000000 };
static int x[N], counter = 5;

static const unsigned sizes[] = {8, 8};
static __ompcc_kernel_t add = {"add", 1 | 2 | 4, 2, sizes, 0, 0, 0, {0, 0}}, bad = {"bad", 1, 0, sizes, 0, 0, 0, {0, 0}};

static const __ompcc_global_t globals[] = {{"counter", &counter, sizeof counter, 0, __FILE__, 5}};
#ifndef REQUIRES
#define REQUIRES 0
#endif
static __ompcc_unit_t unit = {1, 0, 1, REQUIRES, __FILE__, 0, globals};
static __ompcc_unit_t *units[] = {&unit};
static const char old[] = ".target sm_52", text[] = TEXT, future[] = ".target sm_120", hsaco[] = "....\xb8.max_flat_workgroup_size\xcd\x01\x00\xa5.name\xa3" "add....";
#ifdef MACHINE_CODE
static const char code[] = "\177ELF";
#endif
static const __ompcc_image_t images[] = {
    {"amdgcn", "gfx90a", "hsaco", hsaco, hsaco + sizeof hsaco},
    {"nvptx64", "sm_52", "ptx", old, old + sizeof old - 1},
#ifdef MACHINE_CODE
    {"nvptx64", "sm_90", "cubin", code, code + sizeof code - 1},
    {"nvptx64", "sm_86", "cubin", code, code + sizeof code - 1},
#endif
    {"nvptx64", "sm_80", "ptx", text, text + sizeof text - 1},
    {"nvptx64", "sm_120", "ptx", future, future + sizeof future - 1},
};
static __ompcc_module_t module = {1, units, units + 1, 0, 0, images, COUNT(images), 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target teams distribute parallel for", &add, ITEM("x", MAP, TO | FROM | PARAM), ITEM("n", VALUE, PARAM));
CONSTRUCT(fail, 1, "target", &bad, ITEM("counter", MAP, TO));
CONSTRUCT(put, 4, "target update", 0, ITEM("counter", MAP, TO));

static int launch(long n, __ompcc_launch_t l) {
	l.device = DEFAULT_DEVICE;
	return __ompcc_target(&run, &l, ARGS({x, x, sizeof x}, {0, &n, 8}));
}

int main(int argc, char **argv) {
	printf("%d devices: %s\n", omp_get_num_devices(), omp_get_uid_from_device(0));
	if (!launch(N, (__ompcc_launch_t){.flags = 4, .trip = N}))
		return puts("on the host"), 0;
	for (int i = 0; i < N; i++)
		CHECK(x[i] == 5);
	counter = 7;
	__ompcc_update(&put, &here, ARGS({&counter, &counter, sizeof counter}));
	launch(1000, (__ompcc_launch_t){.flags = 4, .trip = 1000});
	launch(1000, (__ompcc_launch_t){.flags = 4, .trip = 1000, .num_teams = 2});
	launch(1000, (__ompcc_launch_t){.flags = 4, .trip = 1000, .thread_limit = 100});
	CHECK(x[0] == 26 && x[999] == 26 && x[1000] == 5);
	char *a = omp_target_alloc(300000, 0), b[1000] = {0};
	omp_target_memset(a, 3, 300000, 0);
	CHECK(omp_target_memcpy(a, a, 200000, 50, 0, 0, 0) == 0 && omp_target_memcpy(b, a, 1000, 0, 299000, 1, 0) == 0 && b[999] == 3);
	omp_target_free(a, 0);
	CHECK(!omp_target_alloc((size_t)1 << 40, 0));
	if (argc > 1 && !strcmp(argv[1], "lose")) {
		setenv("FAKE_LOSE", "4", 1);
		__ompcc_update(&put, &here, ARGS({&counter, &counter, sizeof counter}));
	}
	if (argc > 1)
		__ompcc_target(&fail, &here, ARGS({&counter, &counter, sizeof counter}));
	puts("ok");
}
