void f(int *p, int n)
{
#pragma omp parallel for linear(n: 2, val)
  for (int i = 0; i < 4; i++)
    p[i] = n;
#pragma omp simd linear(n: val, step(2)) // right
  for (int i = 0; i < 4; i++)
    p[i] = n;
}
