void f(int n, int *a)
{
#pragma omp parallel
#pragma omp barrier
  a[0] = n;
#pragma omp target
#pragma omp taskwait
  a[1] = n;
  switch (n)
#pragma omp flush
    ;
}
