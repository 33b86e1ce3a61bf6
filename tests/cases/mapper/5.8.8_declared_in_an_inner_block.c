// gcc: no (gcc-12 does not know declare mapper)
// OpenMP 5.2 §5.8.8: a declare mapper directive holds in its block, and hides there those
// around it.
#include <stdio.h>

typedef struct {
	int n;
	int *p;
} list;

#pragma omp declare mapper(list v) map(v, v.p[0 : v.n])

static void change(list v)
{
	{
#pragma omp declare mapper(list w) map(w.n) map(w.p[0 : 1])
#pragma omp target map(tofrom : v)
		v.p[0] += 10;
	}
#pragma omp target parallel for map(tofrom : v)
	for (int i = 0; i < v.n; i++)
		v.p[i] += 100;
}

int main(void)
{
	int a[4] = {0, 1, 2, 3};
	list v = {4, a};
	change(v);
	printf(a[0] == 110 && a[1] == 101 && a[3] == 103 ? "ok\n" : "%d %d %d\n", a[0], a[1], a[3]);
	return 0;
}
