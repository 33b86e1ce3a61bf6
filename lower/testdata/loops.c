void f(long n, int m, unsigned long k, int *a)
{
#pragma omp target parallel for
  for (unsigned i = 79; n <= i; i += -2) a[i] = 0;
#pragma omp target parallel for
  for (unsigned long i = k; i != 9; i--) a[i] = 0;
#pragma omp target parallel for
  for (signed char c = -3; m >= c; c = 2 + c) a[c + 3] = 0;
#pragma omp target parallel for
  for (int i = m; i > -5; i -= m) a[i + 5] = 0;
}
