// flags: -fopenmp-version=61
// gcc: no (does not know dispatch)
// OpenMP 6.1: an argument that points to nothing on the device becomes NULL with need_device_ptr and
// need_device_ptr(fb_nullify), and stays with need_device_ptr(fb_preserve).
#include <omp.h>
#include <stdio.h>
static int is_null[3], is_own[3], b[4];
static void variant(int *p, int *q, int *r, omp_interop_t o) {
	int *all[] = {p, q, r};
	for (int i = 0; i < 3; i++) {
		is_null[i] = all[i] == NULL;
		is_own[i] = all[i] == b;
	}
}
static void plain(int *p, int *q, int *r) { variant(p, q, r, omp_interop_none); }
#pragma omp declare variant(plain) match(construct={dispatch}) adjust_args(need_device_ptr: p) \
	adjust_args(need_device_ptr(fb_nullify): q) adjust_args(need_device_ptr(fb_preserve): r)
static void base(int *p, int *q, int *r) { is_own[0] = -1; }
#pragma omp declare variant(variant) match(construct={dispatch}) append_args(interop(targetsync)) \
	adjust_args(need_device_ptr(fb_preserve): p, q) adjust_args(need_device_ptr(fb_nullify): r)
static void appending(int *p, int *q, int *r) { is_own[0] = -1; }
int main(void) {
	int a[4] = {1, 2, 3, 4}, bad = 0, device = omp_get_num_devices() > 0;
#pragma omp dispatch
	base(b, b, b);
	bad += is_null[0] != device || is_null[1] != device || is_null[2] || !is_own[2];
#pragma omp dispatch
	appending(b, b, b);
	bad += !is_own[0] || !is_own[1] || is_null[2] != device;
#pragma omp target data map(a)
	{
#pragma omp dispatch
		base(a, a, a);
	}
	bad += is_null[0] || is_null[1] || is_null[2];
	printf(bad ? "%d wrong: %d %d\n" : "ok\n", bad, is_null[0], is_own[2]);
	return 0;
}
