enum { N = 7 };
void f(int *a)
{
#pragma omp assume holds(N % 4 == 0)
  for (int i = 0; i < N; i++)
    a[i] = 0;
}
