void f(int n)
{
  int x = 0, y = 0;
#pragma omp parallel for private(x, y , y), if(n), num_threads(2) \
    firstprivate(x) schedule(static)
  for (int i = 0; i < n; i++)
    x = y = i;
}
