// OpenMP 5.2 §10.3: two loops with order(reproducible:) and equal iterations give each
// iteration to the same thread, so that the second needs no barrier before it.
#include <stdio.h>

int main(void)
{
	int a[64] = {0}, b[64] = {0}, bad = 0;
#pragma omp target parallel map(tofrom : a, b) num_threads(8)
	{
#pragma omp for order(reproducible : concurrent) nowait
		for (int i = 0; i < 64; i++)
			a[i] = i + 1;
#pragma omp for order(reproducible : concurrent)
		for (int i = 0; i < 64; i++)
			b[i] = a[i] * 2;
#pragma omp for order(unconstrained : concurrent)
		for (int i = 0; i < 64; i++)
			a[i] += b[63 - i];
	}
	for (int i = 0; i < 64; i++)
		bad += b[i] != 2 * (i + 1) || a[i] != i + 1 + 2 * (64 - i);
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
