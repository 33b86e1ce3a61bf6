extern int a[];
void f(void)
{
#pragma omp parallel reduction(+: a)
  a[0]++;
}
