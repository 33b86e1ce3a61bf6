// flags: -fopenmp-version=61
// gcc: no (gcc-12 knows no modifiers of use_device_ptr)
// gpu: no (the emulated device has memory of its own, and is no device of such a program)
// OpenMP 6.1: with unified_shared_memory each pointer is one of the device, so fb_nullify makes none NULL.
#include <stdio.h>
#pragma omp requires unified_shared_memory
static const int *seen;
static void see(const int *p) { seen = p; }
int main(void) {
	int a[4] = {1, 2, 3, 4}, b[4] = {0}, *p = b;
#pragma omp target data map(tofrom: a) use_device_ptr(fb_nullify: p)
	see(p);
	puts(seen == b && p == b ? "ok" : "wrong");
}
