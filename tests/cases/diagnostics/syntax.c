void f(int n, int *a) {
#pragma omp target update to(a[0:n:1:1])
#pragma omp target update to(a[0:n:*])
#pragma omp target update to(([])a)
#pragma omp target update to(a[])
#pragma omp taskwait depend(in: )
#pragma omp target if(n +)
  a[0] = 1;
#pragma omp target if(n 2)
  a[0] = 1;
#pragma omp target if(* n)
  a[0] = 1;
#pragma omp target if(] n)
  a[0] = 1;
#pragma omp target if(/ n)
  a[0] = 1;
#pragma omp target if(for)
  a[0] = 1;
#pragma omp parallel proc_bind(close: a)
  a[0] = 1;
#pragma omp simd linear(n:)
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
