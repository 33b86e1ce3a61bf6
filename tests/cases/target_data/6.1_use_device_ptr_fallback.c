// flags: -fopenmp-version=61
// gcc: no (gcc-12 knows no modifiers of use_device_ptr)
// OpenMP 6.1: a pointer in use_device_ptr that points to nothing on the device stays with fb_preserve, as without a
// modifier, and becomes NULL with fb_nullify.
#include <omp.h>
#include <stdio.h>
static int seen[8], at;
static void see(const int *p, const int *q, const int *own) {
	seen[at++] = p == NULL;
	seen[at++] = q == own;
}
int main(void) {
	int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[4] = {0}, *p = b, *q = b, *m = a, sum = 0, bad = 0;
#pragma omp target data map(tofrom: a) use_device_ptr(fb_nullify: p) use_device_ptr(fb_preserve: q)
	see(p, q, b);
	bad += seen[0] != (omp_get_num_devices() > 0) || !seen[1] || p != b;
#pragma omp target data map(tofrom: a) use_device_ptr(fb_nullify: m) use_device_ptr(p)
	{
		bad += m == NULL || p != b;
#pragma omp target is_device_ptr(m) map(tofrom: sum)
		for (int i = 0; i < 8; i++) {
			sum += m[i];
			m[i] *= 2;
		}
	}
	bad += sum != 36 || a[7] != 16;
#pragma omp target data map(tofrom: m[4:4]) use_device_ptr(fb_nullify: m)
	bad += m == NULL;
	p = NULL;
#pragma omp target data map(tofrom: a) use_device_ptr(fb_nullify: p, m)
	bad += p != NULL || m == NULL;
	p = b;
#pragma omp target data if(at < 0) map(tofrom: a) use_device_ptr(fb_nullify: p)
	bad += p != b; // the host has what it points to
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
