/* Target tasks that depend on each other, on a GPU, run by TestChain: none of the
 * kernels of a chain ends before all have begun, so no thread can have waited for
 * one before it launched the next. */
#include <omp.h>

#include "../module.h"

enum { TASKS = 4, N = 1000 };
static int x[N], y[N];

static const unsigned sizes[] = {8, 4}, sizes8[] = {8, 8};
static __ompcc_kernel_t meet = {"meet", 1, 2, sizes, 0, 0, 0, {0, 0}};
static __ompcc_kernel_t add = {"add", 1, 2, sizes8, 0, 0, 0, {0, 0}};
static __ompcc_kernel_t bad = {"bad", 1, 2, sizes8, 0, 0, 0, {0, 0}};
static const char text[] = ".target sm_80", hsaco[] = "....";
static __ompcc_unit_t unit = {1, 0, 0, 0, __FILE__, 0, 0};
static __ompcc_unit_t *units[] = {&unit};
static const __ompcc_image_t images[] = {
    {"nvptx64", "sm_80", "ptx", text, text + sizeof text - 1}, {"amdgcn", "gfx90a", "hsaco", hsaco, hsaco + sizeof hsaco}};
static __ompcc_module_t module = {1, units, units + 1, 0, 0, images, COUNT(images), 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target nowait", &meet, ITEM("x", MAP, TO | FROM | PARAM), ITEM("n", VALUE, PARAM));
CONSTRUCT(count, 1, "target nowait", &add, ITEM("x", MAP, TO | FROM | PARAM), ITEM("n", VALUE, PARAM));
CONSTRUCT(crash, 1, "target nowait", &bad, ITEM("x", MAP, TO | FROM | PARAM), ITEM("n", VALUE, PARAM));
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(second, 2, "target enter data", 0, ITEM("y", MAP, TO));
CONSTRUCT(leave, 3, "target exit data", 0, ITEM("x", MAP, RELEASE));
CONSTRUCT(update_to, 4, "target update nowait", 0, ITEM("x", MAP, TO));
CONSTRUCT(update_from, 4, "target update nowait", 0, ITEM("x", MAP, FROM));

enum { FLAGS = 1 | 16 | 32 | 64 }; /* nowait, task, depend, deferred */
#define LAUNCH(c) {.device = DEFAULT_DEVICE, .flags = FLAGS, .task = __ompcc_target_task(&c, FLAGS)}

static void kernels(void) {
	for (int i = 0; i < TASKS; i++) {
		int n = TASKS;
		__ompcc_launch_t l = LAUNCH(run);
#pragma omp task firstprivate(l, n) depend(inout: x)
		CHECK(__ompcc_target(&run, &l, ARGS({x, x, sizeof x}, {0, &n, sizeof n})));
	}
#pragma omp taskwait
	puts("chain done");
}

/* The values show the order: x + 1, times on the device, read back, read by a host
 * task, then moved on by routines. */
static void data(void) {
	for (int i = 0; i < N; i++)
		x[i] = i;
	{
		__ompcc_launch_t l = LAUNCH(update_to);
#pragma omp task firstprivate(l) depend(inout: x)
		__ompcc_update(&update_to, &l, ARGS({x, x, sizeof x}));
	}
	for (int i = 0; i < 3; i++) {
		long n = N;
		__ompcc_launch_t l = LAUNCH(count);
#pragma omp task firstprivate(l, n) depend(inout: x)
		CHECK(__ompcc_target(&count, &l, ARGS({x, x, sizeof x}, {0, &n, sizeof n})));
	}
	{
		__ompcc_launch_t l = LAUNCH(update_from);
#pragma omp task firstprivate(l) depend(inout: x)
		__ompcc_update(&update_from, &l, ARGS({x, x, sizeof x}));
	}
	int seen = 0;
#pragma omp task shared(seen) depend(inout: x)
	for (int i = 0; i < N; i++)
		seen += x[i] == i + 15; /* three times the counter */
	omp_depend_t d;
#pragma omp depobj(d) depend(inout: x)
	void *dev = omp_get_mapped_ptr(x, 0);
	int host = omp_get_initial_device();
	CHECK(!omp_target_memcpy_async(dev, x, 40, 0, 40, 0, host, 1, &d));
	CHECK(omp_target_memset_async(dev, 0, 4, 0, 1, &d) == dev);
	CHECK(!omp_target_memcpy_async(y, dev, sizeof y, 0, 0, host, 0, 1, &d));
#pragma omp depobj(d) destroy
#pragma omp taskwait
	CHECK(seen == N);
	for (int i = 0; i < N; i++)
		CHECK(y[i] == (i == 0 ? 0 : i < 10 ? i + 25 : i + 15));
	puts("data done");
}

/* A transfer fails after its call has returned: what is told names the construct
 * and the variable, or the routine. */
static void lose(const char *what) {
	setenv("FAKE_LOSE", "4000", 1);
	if (!strcmp(what, "enter"))
		__ompcc_enter_data(&second, &here, ARGS({y, y, sizeof y}));
	if (!strcmp(what, "update")) {
		__ompcc_launch_t l = LAUNCH(update_from);
#pragma omp task firstprivate(l) depend(inout: x)
		__ompcc_update(&update_from, &l, ARGS({x, x, sizeof x}));
	}
	for (int i = 0; i < 3 && !strcmp(what, "kernel"); i++) { /* what comes behind says nothing */
		const __ompcc_construct_t *c = i ? &count : &crash;
		long n = N;
		__ompcc_launch_t l = LAUNCH(*c);
#pragma omp task firstprivate(l, n, c) depend(inout: x)
		CHECK(__ompcc_target(c, &l, ARGS({x, x, sizeof x}, {0, &n, sizeof n})));
	}
	if (!strcmp(what, "routine"))
		CHECK(!omp_target_memcpy_async(omp_get_mapped_ptr(x, 0), x, sizeof x, 0, 0, 0, omp_get_initial_device(), 0, NULL));
#pragma omp taskwait
	puts("not told");
}

int main(int argc, char **argv) {
	__ompcc_enter_data(&enter, &here, ARGS({x, x, sizeof x}));
	if (argc > 1)
		lose(argv[1]);
	kernels();
	data();
	__ompcc_exit_data(&leave, &here, ARGS({x, x, sizeof x}));
	puts("ok");
}
