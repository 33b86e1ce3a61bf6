void f(int n, int *r)
{
  int last = -1;
#pragma omp teams distribute lastprivate(conditional: last)
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      last = i;
#pragma omp target teams distribute parallel for lastprivate(conditional: last) map(tofrom: last)
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      last = i;
#pragma omp taskloop lastprivate(conditional: last)
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)
      last = i;
  *r = last;
}
