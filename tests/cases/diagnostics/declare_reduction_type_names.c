typedef int number;
#pragma omp declare reduction(most : int, number : omp_out = omp_out > omp_in ? omp_out : omp_in)
