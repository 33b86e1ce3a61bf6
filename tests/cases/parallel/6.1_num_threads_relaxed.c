// gcc: no (gcc 12 has no version 6.1)
// flags: -fopenmp-version=61
// OpenMP 6.1: num_threads(relaxed: n) asks for n threads at most, as without a modifier.
#include <omp.h>
#include <stdio.h>
int main(void) {
	int n = 0, all = 0, inner = 0, bad = 0;
	omp_set_dynamic(0);
	omp_set_max_active_levels(2);
#pragma omp parallel num_threads(relaxed: 3)
#pragma omp masked
	n = omp_get_num_threads();
	bad += n < 1 || n > 3;
#pragma omp parallel num_threads(relaxed: 2, 2) reduction(+: inner)
	{
		int mine = 0;
#pragma omp parallel reduction(+: mine)
		mine++;
		inner += mine;
	}
	bad += inner < 1 || inner > 4;
#pragma omp target teams num_teams(1) map(tofrom: n, all)
#pragma omp parallel num_threads(relaxed, dims(2): 2, 2)
	{
#pragma omp atomic
		all++;
#pragma omp masked
		n = omp_get_num_threads();
	}
	bad += n < 1 || n > 4 || all != n;
#pragma omp target teams distribute parallel for num_threads(relaxed: 1 << 20) map(tofrom: all) reduction(+: all)
	for (int i = 0; i < 100; i++)
		all++;
	bad += all != n + 100;
	printf(bad ? "%d wrong: %d %d %d\n" : "ok\n", bad, n, all, inner);
	return 0;
}
