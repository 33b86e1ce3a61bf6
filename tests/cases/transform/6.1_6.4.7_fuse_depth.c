// flags: -fopenmp-version=61
// gcc: no (OpenMP 6.1)
// OpenMP 6.1 §6.4.7: fuse with depth fuses the inner loops of its nests, too.
#include "../check.h"

enum { N = 4, M = 3, L = 5 };

/* What the iterations of the nests are in the fused order: those of the first N times M, of the second M times L. */
static int expect(int *order)
{
	int k = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < L; j++) {
			if (i < N && j < M)
				order[k++] = 100 + 10 * i + j;
			if (i < M && j < L)
				order[k++] = 200 + 10 * i + j;
		}
	return k;
}

int main(void)
{
	int order[64], expected[64], n = N, m = M, count = expect(expected), k = 0, sum = 0;
#pragma omp target map(from: order) map(tofrom: k)
	{
#pragma omp fuse depth(2)
		{
			for (int i = 0; i < n; i++)
				for (int j = 0; j < m; j++)
					order[k++] = 100 + 10 * i + j;
			for (long i = 0; i < m; i++)
				for (unsigned j = 0; j < L; j++)
					order[k++] = 200 + 10 * (int)i + (int)j;
		}
	}
	EQ(k, count);
	for (int i = 0; i < count; i++)
		EQ(order[i], expected[i]);

	k = 0;
#pragma omp fuse looprange(2, 2) depth(2)
	{
		for (int i = 0; i < 2; i++)
			order[60 + i] = i;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				order[k++] = 100 + 10 * i + j;
		for (int i = 0; i < m; i++)
			for (int j = 0; j < L; j++)
				order[k++] = 200 + 10 * i + j;
	}
	EQ(order[61], 1);
	EQ(k, count);
	for (int i = 0; i < count; i++)
		EQ(order[i], expected[i]);

	/* The fused nest has two loops, which one directive may take. */
#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum)
#pragma omp fuse depth(2)
	{
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				sum += 100 + 10 * i + j;
		for (int i = 0; i < m; i++)
			for (int j = 0; j < L; j++)
				sum += 200 + 10 * i + j;
	}
	for (int i = 0; i < count; i++)
		sum -= expected[i];
	EQ(sum, 0);
#pragma omp parallel for collapse(2) reduction(+: sum)
#pragma omp fuse depth(2) apply(fused(2): reverse)
	{
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				sum += 100 + 10 * i + j;
		for (int i = 0; i < m; i++)
			for (int j = 0; j < L; j++)
				sum += 200 + 10 * i + j;
	}
	for (int i = 0; i < count; i++)
		sum -= expected[i];
	EQ(sum, 0);
	END;
}
