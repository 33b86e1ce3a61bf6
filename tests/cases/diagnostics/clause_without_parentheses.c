int main(void)
{
  int a[8], n = 8, i;
#pragma omp target teams distribute parallel for map[from: a] private i
  for (i = 0; i < n; i++)
    a[i] = i;
#pragma omp target map to(a)
  n = a[0];
#pragma omp parallel for schedule static if n > 4
  for (i = 0; i < n; i++)
    a[i] = i;
#pragma omp target update a
  return a[0];
}
