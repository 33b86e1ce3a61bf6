// flags: -fopenmp-version=60
// The directive declares no type.
#pragma omp declare reduction(r : struct t { int n; } : omp_out.n += omp_in.n)
int g(void);
