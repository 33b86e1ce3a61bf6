void f(double *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:256])
  for (unsigned char i = 0; i < 256; i++)
    a[i] = 0;
#pragma omp parallel for
  for (signed char i = 0; i <= 127; i++)
    a[i] = 0;
#pragma omp parallel for
  for (unsigned char i = 0; i < 255; i++)
    a[i] = 0;
#pragma omp parallel for
  for (long i = 0; i <= __LONG_MAX__; i++)
    a[0] = 0;
}
