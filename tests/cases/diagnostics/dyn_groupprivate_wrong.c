// flags: -fopenmp-version=61
// OpenMP 6.1: the size, the fallbacks and the place of dyn_groupprivate.
void f(int n, double d, int *x)
{
#pragma omp target dyn_groupprivate(fallback(nul) : n)
  x[0] = 1;
#pragma omp target dyn_groupprivate(fallback(trap) : n)
  x[0] = 1;
#pragma omp target dyn_groupprivate(fallback : n)
  x[0] = 1;
#pragma omp target dyn_groupprivate(pteam : n)
  x[0] = 1;
#pragma omp target dyn_groupprivate(cgroup, cgroup : n)
  x[0] = 1;
#pragma omp target dyn_groupprivate(-8)
  x[0] = 1;
#pragma omp target dyn_groupprivate(d)
  x[0] = 1;
#pragma omp target dyn_groupprivate(8) dyn_groupprivate(n)
  x[0] = 1;
#pragma omp target dyn_groupprivate(8) ompx_dyn_cgroup_mem(8)
  x[0] = 1;
#pragma omp parallel dyn_groupprivate(8)
  x[0] = 1;
#pragma omp target private(n)
#pragma omp teams dyn_groupprivate(n)
  x[0] = 1;
}
