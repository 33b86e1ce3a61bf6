void f(double *out)
{
  double a[16];
#pragma omp target map(from: a)
  for (int i = 0; i < 8; i++)
    a[i] = i;
  for (int i = 0; i < 16; i++)
    out[i] = a[i];
}
void right(double *out)
{
  double a[16];
#pragma omp target teams distribute parallel for map(from: a)
  for (int i = 0; i <= 15; i++)
    a[i] = i;
  for (int i = 0; i < 16; i++)
    out[i] = a[i];
}
