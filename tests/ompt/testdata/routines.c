/* Each device routine that moves, makes or associates data. */
#include "tool.h"

#include <omp.h>

static int a[64], b[64];

int main(void) {
	int h = omp_get_initial_device(), d = 0;
	size_t whole[2] = {8, 8}, part[2] = {2, 3}, zero[2] = {0, 0}, one[2] = {1, 1};
	name_variable("a", a, sizeof a);
	name_variable("b", b, sizeof b);
	puts("== omp_target_alloc");
	char *p = omp_target_alloc(sizeof a, d);
	puts("== omp_target_memcpy to the device");
	omp_target_memcpy(p, a, 32, 8, 0, d, h);
	puts("== omp_target_memcpy from the device");
	omp_target_memcpy(a, p, 16, 0, 0, h, d);
	puts("== omp_target_memcpy on the device");
	omp_target_memcpy(p, p, 16, 0, 32, d, d);
	puts("== omp_target_memcpy on the host");
	omp_target_memcpy(a, b, 16, 0, 0, h, h);
	puts("== omp_target_memcpy_async");
	omp_target_memcpy_async(p, a, 32, 0, 0, d, h, 0, NULL);
#pragma omp taskwait
	puts("== omp_target_memcpy_rect");
	omp_target_memcpy_rect(p, a, sizeof(int), 2, part, one, zero, whole, whole, d, h);
	puts("== omp_target_memcpy_rect_async");
	omp_target_memcpy_rect_async(a, p, sizeof(int), 2, part, zero, one, whole, whole, h, d, 0, NULL);
#pragma omp taskwait
	puts("== omp_target_memset");
	omp_target_memset(p, 1, sizeof a, d);
	puts("== omp_target_memset_async");
	omp_target_memset_async(p, 1, sizeof a, d, 0, NULL);
#pragma omp taskwait
	puts("== omp_target_associate_ptr");
	omp_target_associate_ptr(b, p, 64, 0, d);
	puts("== the same again, omp_target_is_present, omp_get_mapped_ptr, omp_target_is_accessible");
	omp_target_associate_ptr(b, p, 64, 0, d);
	omp_target_is_present(b, d);
	omp_get_mapped_ptr(b, d);
	omp_target_is_accessible(b, 64, d);
	puts("== target with the associated variable");
#pragma omp target map(always, tofrom : b[0 : 16])
	b[0]++;
	puts("== omp_target_disassociate_ptr");
	omp_target_disassociate_ptr(b, d);
	puts("== omp_target_disassociate_ptr, nothing associated");
	omp_target_disassociate_ptr(b, d);
	puts("== omp_target_free");
	omp_target_free(p, d);
	puts("== no effect");
	omp_target_free(NULL, d);
	omp_target_alloc(0, d);
	omp_target_memcpy(a, a, 0, 0, 0, h, h);
	puts("== the host's memory");
	p = omp_target_alloc(64, h);
	omp_target_memset(p, 0, 64, h);
	omp_target_free(p, h);
	puts("== end");
	return 0;
}
