/* A program that only moves data has its device too. */
#include "module.h"

static __ompcc_cpu_entry_t none[1];
static __ompcc_module_t module = {1, 0, 0, none, none, 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }
CONSTRUCT(hold, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(drop, 3, "target exit data", 0, ITEM("x", MAP, FROM));
extern int omp_get_num_devices(void), omp_target_is_present(const void *, int);

int main(void) {
	int x = 1;
	CHECK(omp_get_num_devices() == 1);
	__ompcc_enter_data(&hold, &here, ARGS({&x, &x, 4}));
	CHECK(omp_target_is_present(&x, 0));
	x = 2;
	__ompcc_exit_data(&drop, &here, ARGS({&x, &x, 4}));
	CHECK(x == 1 && !omp_target_is_present(&x, 0));
	puts("ok");
}
