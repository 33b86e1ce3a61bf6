void f(void)
{
  int a[10];
#pragma omp target map(to: a[0:5]) map(from: a[3:5])
  for (int i = 3; i < 8; i++)
    a[i] = i;
}
