void clear(int x);
#pragma omp declare reduction(plus : int : omp_out += omp_in) initializer(clear(3))
