int f(int n, const int *a)
{
  int seed, good, given, r = 0;
  good = n;
#pragma omp parallel for lastprivate(given)
  for (int i = 0; i < n; i++)
    given = a[i];
#pragma omp target teams distribute parallel for firstprivate(seed, good, given) map(to: a[0:n]) reduction(+: r)
  for (int i = 0; i < n; i++)
    r += a[i] * seed + good + given;
  return r;
}
