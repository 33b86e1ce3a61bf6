/* Device routines with ordinary and with odd arguments (OpenMP 5.2 §18.7, §18.8). */
#include <errno.h>
#include <limits.h>

#include "../../../include/omp.h"
#include "module.h"

KERNEL(where, 1);
static void where_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	int *p = *(int **)args[0];
	p[0] = 0;
	p[1] = omp_get_device_num();
}
MODULE({"where", (void *)where_body, 0, 2, 0})
CONSTRUCT(in_kernel, 1, "target", &where, ITEM("r", MAP, FROM | PARAM));

static void numbers(void) {
	CHECK(omp_get_num_devices() == 1);
	CHECK(omp_get_initial_device() == 1);
	CHECK(omp_is_initial_device());
	CHECK(omp_get_device_num() == 1);
	CHECK(omp_get_default_device() == 0);
	int r[2] = {7, 7};
	CHECK(__ompcc_target(&in_kernel, &here, ARGS({r, r, sizeof r})) == 1);
	CHECK(r[0] == 0 && r[1] == 0);
	omp_set_default_device(1);
	CHECK(omp_get_default_device() == 1);
	CHECK(__ompcc_target(&in_kernel, &here, ARGS({r, r, sizeof r})) == 0);
	__ompcc_target_host_end(&in_kernel, &here);
	omp_set_default_device(0);
	CHECK(omp_get_device_from_uid(omp_get_uid_from_device(0)) == 0);
	CHECK(omp_get_device_from_uid(omp_get_uid_from_device(1)) == 1);
	CHECK(omp_get_device_from_uid("none") == omp_invalid_device);
	CHECK(omp_get_uid_from_device(5) == NULL);
}

static void memory(void) {
	int h[64], back[64];
	for (int i = 0; i < 64; i++)
		h[i] = i;
	CHECK(omp_target_alloc(0, 0) == NULL);
	CHECK(omp_target_alloc(8, 7) == NULL);
	omp_target_free(NULL, 0);
	int *d = omp_target_alloc(sizeof h, 0), *hh = omp_target_alloc(8, omp_initial_device);
	CHECK(d && hh && (uintptr_t)d % 64 == 0);
	omp_target_free(hh, 1);
	CHECK(omp_target_memcpy(d, h, sizeof h, 0, 0, 0, 1) == 0);
	CHECK(omp_target_memcpy(back, d, 4 * sizeof *h, 4 * sizeof *h, 8 * sizeof *h, -1, 0) == 0);
	CHECK(back[4] == 8 && back[7] == 11);
	CHECK(omp_target_memcpy(d, h, 0, 0, 0, 0, 1) == 0);
	CHECK(omp_target_memcpy(NULL, h, 8, 0, 0, 0, 1) == EINVAL);
	CHECK(omp_target_memcpy(d, h, 8, 0, 0, 9, 1) == EINVAL);
	CHECK(omp_target_memcpy(d, d, 8, 8, 0, 0, 0) == 0);

	CHECK(omp_target_memset(d, 0xFF, 8, 0) == d);
	CHECK(omp_target_memcpy(back, d, 16, 0, 0, 1, 0) == 0);
	CHECK(back[0] == -1 && back[1] == -1 && back[2] == 0);
	CHECK(omp_target_memset(back, 0, 8, 1) == back && back[0] == 0);
	CHECK(omp_target_memset(NULL, 0, 8, 0) == NULL);

	/* associate */
	CHECK(omp_target_is_present(h, 0) == 0 && omp_target_is_present(h, 1) == 1);
	CHECK(omp_target_is_present(NULL, 0) == 0 && omp_target_is_present(h, 9) == 0);
	CHECK(omp_target_associate_ptr(h, d, 100, 64, 0) == 0);
	CHECK(omp_target_associate_ptr(h, d, 100, 64, 0) == 0);
	CHECK(omp_target_associate_ptr(h, d, 50, 64, 0) == EINVAL);
	CHECK(omp_target_associate_ptr(h, d, 50, 0, 1) == EINVAL);
	CHECK(omp_target_associate_ptr(NULL, d, 50, 0, 0) == EINVAL);
	CHECK(omp_get_mapped_ptr((char *)h + 99, 0) == (char *)d + 64 + 99);
	CHECK(omp_get_mapped_ptr((char *)h + 100, 0) == NULL);
	CHECK(omp_get_mapped_ptr(h, omp_initial_device) == h);
	CHECK(omp_get_mapped_ptr(h, 9) == NULL);
	CHECK(omp_target_disassociate_ptr(h, 0) == 0);
	CHECK(omp_target_disassociate_ptr(h, 0) == EINVAL);
	CHECK(omp_target_is_accessible(h, 8, 1) == 1 && omp_target_is_accessible(h, 8, 9) == 0);
	omp_target_free(d, 0);
}

static void rectangle(void) {
	CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0) == INT_MAX);
	int src[4][5], dst[6][7] = {{0}};
	for (int i = 0; i < 20; i++)
		src[i / 5][i % 5] = i + 1;
	int *d = omp_target_alloc(sizeof src, 0);
	CHECK(omp_target_memcpy(d, src, sizeof src, 0, 0, 0, 1) == 0);
	size_t volume[] = {2, 3}, to[] = {3, 4}, from[] = {1, 2}, dim_to[] = {6, 7}, dim_from[] = {4, 5};
	CHECK(omp_target_memcpy_rect(dst, d, sizeof(int), 2, volume, to, from, dim_to, dim_from, 1, 0) == 0);
	int n = 0;
	for (int i = 0; i < 6; i++)
		for (int j = 0; j < 7; j++) {
			int in = i >= 3 && i < 5 && j >= 4;
			CHECK(dst[i][j] == (in ? src[i - 2][j - 2] : 0));
			n += in;
		}
	CHECK(n == 6);
	volume[0] = 4; /* beyond the source */
	CHECK(omp_target_memcpy_rect(dst, d, sizeof(int), 2, volume, to, from, dim_to, dim_from, 1, 0) == EINVAL);
	omp_target_free(d, 0);
}

int main(void) {
	numbers();
	memory();
	rectangle();
	puts("ok");
}
