void f(int n, int *r)
{
  int last = -1;
#pragma omp teams distribute lastprivate(conditional: last)
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      last = i;
  *r = last;
}
