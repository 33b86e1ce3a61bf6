// OpenMP 5.2 §5.5.11: a declare reduction directive holds in its block; one of an inner
// block hides those of the same name and type around it.
#include <stdio.h>

#pragma omp declare reduction(mine : int : omp_out += omp_in) initializer(omp_priv = 0)

static int sum(void)
{
	int x = 0;
#pragma omp target teams distribute parallel for reduction(mine : x)
	for (int i = 0; i < 10; i++)
		x += i;
	return x;
}

static int most(void)
{
	int x = 100, y = 1, z = 0;
#pragma omp declare reduction(mine : int : omp_out = omp_out > omp_in ? omp_out : omp_in) initializer(omp_priv = -1)
#pragma omp target parallel for reduction(mine : x)
	for (int i = 0; i < 1000; i++)
		x = x > i ? x : i;
	{
#pragma omp declare reduction(mine : int : omp_out *= omp_in) initializer(omp_priv = 1)
#pragma omp target parallel for reduction(mine : y)
		for (int i = 1; i < 6; i++)
			y *= i;
	}
#pragma omp target parallel for reduction(mine : z)
	for (int i = 0; i < 20; i++)
		z = z > i ? z : i;
	return x * 1000 + y + z;
}

int main(void)
{
	int a = sum(), b = most();
	printf(a == 45 && b == 999 * 1000 + 120 + 19 ? "ok\n" : "%d %d\n", a, b);
	return 0;
}
