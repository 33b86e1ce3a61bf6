void f(int n) {
	int i, j;
#pragma omp target parallel for firstprivate(i)
	for (i = 0; i < n; i++)
		;
#pragma omp target teams distribute firstprivate(j)
	for (j = 0; j < n; j++)
		;
#pragma omp target simd firstprivate(i)
	for (i = 0; i < n; i++)
		;
}
