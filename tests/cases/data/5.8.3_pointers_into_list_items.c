// only: device
// gcc: no (gcc-12 has no use_device_addr for arrays of a structured block)
// Mapped list items share no storage with each other (OpenMP 5.2 §5.8.3), but a pointer may lead
// into one: a device address in a firstprivate variable, in memory, read atomically or by bytes, by
// a pointer to the pointer, or with a zero-length section. So what is read through it is what was written through the item.
#include <stdio.h>
#include <string.h>

#define CHECK(q) do { a[3] = 5; int x = (q)[3]; a[3] = 7; int y = (q)[3]; (q)[3] = 9; bad += x != 5 || y != 7 || a[3] != 9; } while (0)

struct holder { int *at; long n; };

int main(void)
{
	int a[64], other[64] = {0}, bad = 0, failed = 0;
	int *p = a, *zero = a, *second = other;
	struct holder h = {0};
	unsigned char raw[sizeof p];
	for (int i = 0; i < 64; i++)
		a[i] = i;
#pragma omp target data map(tofrom: a)
	{
#pragma omp target data use_device_addr(a)
		p = a;
		h.at = p;
		memcpy(raw, &p, sizeof p);
#pragma omp target firstprivate(p) map(tofrom: a) map(tofrom: bad)
		CHECK(p);
		failed |= bad != 0;
#pragma omp target map(to: raw) map(tofrom: a) map(tofrom: bad)
		{
			int *q;
			memcpy(&q, raw, sizeof q);
			CHECK(q);
		}
		failed |= (bad != 0) << 1;
#pragma omp target map(to: h) map(tofrom: a) map(tofrom: bad)
		{
			int *q;
#pragma omp atomic read
			q = h.at;
			CHECK(q);
		}
		failed |= (bad != 0) << 2;
	}
#pragma omp target map(tofrom: a) map(zero[:0]) map(tofrom: bad)
	CHECK(zero);
	failed |= (bad != 0) << 3;
#pragma omp target map(to: second[0:64]) map(tofrom: a) map(tofrom: bad)
	{
		int **way = &second, before = second[3];
		*way = a;
		CHECK(second);
		bad += before != 0;
	}
	failed |= (bad != 0) << 4;
	printf(bad ? "%d wrong, first %#x\n" : "ok\n", bad, failed);
	return 0;
}
