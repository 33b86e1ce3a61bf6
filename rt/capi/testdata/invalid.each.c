/* A routine that is given omp_invalid_device, or a construct: run by TestInvalidDevice
 * with the name. */
#include <omp.h>

#include "module.h"

KERNEL(empty, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"empty", (void *)empty_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &empty, ITEM("x", MAP, TO));
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("x", MAP, TO));

static char a[8], b[8];
static size_t one[] = {1}, none[] = {0}, eight[] = {8};
enum { X = omp_invalid_device };

#define CALL(name, ...) if (!strcmp(argv[1], #name)) { (void)name(__VA_ARGS__); }

int main(int argc, char **argv) {
	int host = omp_get_initial_device();
	CHECK(argc == 2);
	/* Neither asks for the device's memory. */
	CHECK(!omp_get_uid_from_device(X) && omp_pause_resource(omp_pause_soft, X) != 0);
	CALL(omp_target_alloc, 8, X)
	CALL(omp_target_free, a, X)
	CALL(omp_target_is_present, a, X)
	CALL(omp_target_is_accessible, a, 8, X)
	CALL(omp_get_mapped_ptr, a, X)
	CALL(omp_target_associate_ptr, a, b, 8, 0, X)
	CALL(omp_target_disassociate_ptr, a, X)
	CALL(omp_target_memcpy, a, b, 8, 0, 0, X, host)
	CALL(omp_target_memcpy_rect, a, b, 1, 1, one, none, none, eight, eight, host, X)
	CALL(omp_target_memset, a, 0, 8, X)
	CALL(omp_target_memcpy_async, a, b, 8, 0, 0, host, X, 0, NULL)
	CALL(omp_target_memcpy_rect_async, a, b, 1, 1, one, none, none, eight, eight, X, host, 0, NULL)
	CALL(omp_target_memset_async, a, 0, 8, X, 0, NULL)
	if (!strcmp(argv[1], "target"))
		__ompcc_target(&run, &(__ompcc_launch_t){.device = X}, ARGS({a, a, 8}));
	omp_set_default_device(X);
	CHECK(omp_get_default_device() == X);
	if (!strcmp(argv[1], "target enter data"))
		__ompcc_enter_data(&enter, &here, ARGS({a, a, 8}));
	puts("not reached");
}
