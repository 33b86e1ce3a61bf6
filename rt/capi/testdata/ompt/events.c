/* The events of each construct and routine (OpenMP 5.2 §13.5-13.9, §18.8, §7.8). */
#ifdef NO_TOOL
#include <stddef.h>
#define name_variable(name, begin, size)
#else
#include "tool.h"
#endif

#include "../module.h"

#include <omp.h>

static int a[100], b[100], g[3], device_g[3];

KERNEL(add, 2);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	for (int i = 0; i < 100; i++)
		(*(int **)args[0])[i] += (*(int **)args[1])[i];
}

static const __ompcc_global_t globals[] = {{"g", g, sizeof g, 0, __FILE__, 1}};
static __ompcc_kernel_t *kernels[] = {&add};
static __ompcc_unit_t unit = {1, 1, 1, 0, __FILE__, kernels, globals};
static __ompcc_unit_t *units[] = {&unit};
static const __ompcc_cpu_entry_t entries[] = {{"add", (void *)add_body, 0, 2, 0}, {"g", device_g, sizeof device_g, 0, 0}};
static __ompcc_module_t module = {1, units, units + 1, entries, entries + 2, 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(target, 1, "target", &add, ITEM("a", MAP, TO | FROM | PARAM), ITEM("b", MAP, TO | PARAM));
CONSTRUCT(data, 5, "target data", 0, ITEM("a", MAP, TO | FROM));
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("a", MAP, TO), ITEM("b", MAP, 0));
CONSTRUCT(leave, 3, "target exit data", 0, ITEM("a", MAP, FROM), ITEM("b", MAP, DELETE));
CONSTRUCT(update, 4, "target update", 0, ITEM("a", MAP, TO), ITEM("b", MAP, FROM));

static const __ompcc_launch_t if0 = {.device = HOST_DEVICE}, nowait = {.device = DEFAULT_DEVICE, .flags = 1};

#define AB ARGS({a, a, sizeof a}, {b, b, sizeof b})
#define A ARGS({a, a, sizeof a})

static void constructs(void) {
	puts("== target");
	__ompcc_target(&target, &here, AB);
	puts("== target data");
	__ompcc_data_begin(&data, &here, A);
	puts("== target, a present");
	__ompcc_target(&target, &here, AB);
	puts("== end of target data");
	__ompcc_data_end(&data, &here, A);
	puts("== enter data");
	__ompcc_enter_data(&enter, &here, AB);
	puts("== enter data again: counts only");
	__ompcc_enter_data(&enter, &here, AB);
	puts("== update");
	__ompcc_update(&update, &here, AB);
	puts("== update nowait");
	__ompcc_update(&update, &nowait, AB);
	puts("== exit data: a counted down, b deleted");
	__ompcc_exit_data(&leave, &here, AB);
	puts("== exit data");
	__ompcc_exit_data(&leave, &here, AB);
}

static void host(void) {
	puts("== target if(0)");
	if (!__ompcc_target(&target, &if0, AB)) {
		puts("host version");
		__ompcc_target_host_end(&target, &if0);
	}
	const __ompcc_launch_t on_host = {.device = omp_get_initial_device()};
	puts("== target device(omp_get_initial_device())");
	if (!__ompcc_target(&target, &on_host, AB))
		__ompcc_target_host_end(&target, &on_host);
	puts("== enter data if(0)");
	__ompcc_enter_data(&enter, &if0, AB);
	puts("== exit data if(0)");
	__ompcc_exit_data(&leave, &if0, AB);
	puts("== update if(0)");
	__ompcc_update(&update, &if0, AB);
}

static void routines(void) {
	int h = omp_get_initial_device();
	puts("== omp_target_alloc");
	char *p = omp_target_alloc(64, 0);
	puts("== omp_target_memcpy to");
	omp_target_memcpy(p, a, 32, 8, 0, 0, h);
	puts("== omp_target_memcpy from");
	omp_target_memcpy(a, p, 16, 0, 0, h, 0);
	puts("== omp_target_memcpy on");
	omp_target_memcpy(p, p, 16, 0, 32, 0, 0);
	puts("== omp_target_memset");
	omp_target_memset(p, 1, 64, 0);
	puts("== omp_target_associate_ptr");
	omp_target_associate_ptr(b, p, 64, 0, 0);
	puts("== omp_target_is_present, omp_get_mapped_ptr");
	omp_target_is_present(b, 0);
	omp_get_mapped_ptr(b, 0);
	puts("== omp_target_disassociate_ptr");
	omp_target_disassociate_ptr(b, 0);
	puts("== omp_target_free");
	omp_target_free(p, 0);
	puts("== no effect");
	omp_target_free(NULL, 0);
	omp_target_memcpy(p, a, 0, 0, 0, 0, h);
}

int main(void) {
	name_variable("a", a, sizeof a);
	name_variable("b", b, sizeof b);
	name_variable("g", g, sizeof g);
	name_variable("device_g", device_g, sizeof device_g);
	constructs();
	host();
	routines();
	puts("== end");
	return 0;
}
