// OpenMP 5.2 §18.2.14-16: no more parallel regions are active than the task has set;
// a number beyond what is supported means that one.
#include <omp.h>
#include <stdio.h>

static int threads(void) {
	int n = 0;
#pragma omp parallel num_threads(4)
#pragma omp masked
	n = omp_get_num_threads();
	return n;
}

int main(void) {
	int bad = 0;
#pragma omp target map(tofrom : bad) thread_limit(8)
	{
		int supported = omp_get_supported_active_levels(), n = 0, active = -1, level = 0, sum = 0;
		bad += supported < 1;
		omp_set_max_active_levels(0);
		bad += omp_get_max_active_levels() != 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
		{
			sum += 1;
#pragma omp masked
			n = omp_get_num_threads(), active = omp_get_active_level(), level = omp_get_level();
		}
		bad += n != 1 || active != 0 || level != 1 || sum != 1;
		bad += threads() != 1;
		sum = 0;
#pragma omp parallel for reduction(+ : sum)
		for (int i = 0; i < 100; i++)
			sum += i;
		bad += sum != 4950;
		omp_set_max_active_levels(1);
		bad += omp_get_max_active_levels() != 1;
		int inner = 0;
#pragma omp parallel num_threads(4)
		{
#pragma omp parallel num_threads(2)
#pragma omp atomic
			inner += omp_get_num_threads() == 1;
#pragma omp masked
			n = omp_get_num_threads();
		}
		bad += n != 4 || inner != 4;
		bad += threads() != 4;
		omp_set_max_active_levels(supported);
		bad += omp_get_max_active_levels() != supported;
	}
	printf(bad ? "%d wrong\n" : "ok\n", bad);
	return 0;
}
