#include <stdio.h>

int main(void)
{
	int n = 0;
#if HOW == 1
#pragma omp target map(tofrom: n)
	{
		n = 1;
#pragma omp error at(execution) message("no way on")
	}
#elif HOW == 2
#pragma omp target parallel thread_limit(4) num_threads(strict: 8) message("no way on") map(tofrom: n)
	n = 1;
#else
#pragma omp parallel num_threads(strict: 8) if(n > 0) message("no way on")
	n = 1;
#endif
	printf("%d\n", n);
	return 0;
}
