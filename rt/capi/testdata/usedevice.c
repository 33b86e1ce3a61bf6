/* use_device_ptr and use_device_addr on target data; if(0) maps nothing; two
 * devices, and copies between them.
 * env: OMPCC_CPU_DEVICES=2 */
#include "../../../include/omp.h"
#include "module.h"

KERNEL(add, 1);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	int *p = *(int **)args[0];
	for (int i = 0; i < 10; i++)
		p[i] += omp_get_device_num() + 1;
}
MODULE({"add", (void *)add_body, 0, 2, 0})
CONSTRUCT(data, 5, "target data", 0, ITEM("a", MAP, TO | FROM), ITEM("p", USE_PTR, 0), ITEM("a", USE_ADDR, 0), ITEM("q", USE_PTR, 0));
CONSTRUCT(run, 1, "target", &add, ITEM("p", DEVICE_PTR, PARAM));

int main(void) {
	int a[10] = {0}, other;
	CHECK(omp_get_num_devices() == 2);
	__ompcc_arg_t args[] = {{a, a, sizeof a}, {a + 2, 0, 0}, {a, a, 0}, {&other, 0, 0}};
	__ompcc_data_begin(&data, &here, args);
	CHECK(args[1].base == omp_get_mapped_ptr(a + 2, 0) && args[1].base != a + 2);
	CHECK(args[2].base == omp_get_mapped_ptr(a, 0));
	CHECK(args[3].base == &other);
	CHECK(__ompcc_target(&run, &here, ARGS({args[2].base, 0, 0})) == 1);
	CHECK(!omp_target_is_present(a, 1));
	__ompcc_data_end(&data, &here, args);
	CHECK(a[9] == 1 && !omp_target_is_present(a, 0));

	__ompcc_launch_t not_if = {.device = HOST_DEVICE};
	__ompcc_arg_t same[] = {{a, a, sizeof a}, {a + 2, 0, 0}, {a, a, 0}, {&other, 0, 0}};
	__ompcc_data_begin(&data, &not_if, same);
	CHECK(same[1].base == a + 2 && !omp_target_is_present(a, 0));
	__ompcc_data_end(&data, &not_if, same);

	int *d0 = omp_target_alloc(sizeof a, 0), *d1 = omp_target_alloc(sizeof a, 1);
	CHECK(omp_target_memcpy(d0, a, sizeof a, 0, 0, 0, omp_initial_device) == 0);
	CHECK(omp_target_memcpy(d1, d0, sizeof a, 0, 0, 1, 0) == 0);
	__ompcc_launch_t second = {.device = 1};
	CHECK(__ompcc_target(&run, &second, ARGS({d1, 0, 0})) == 1);
	CHECK(omp_target_memcpy(a, d1, sizeof a, 0, 0, 2, 1) == 0);
	CHECK(a[0] == 3);
	omp_target_free(d0, 0);
	omp_target_free(d1, 1);
	puts("ok");
}
