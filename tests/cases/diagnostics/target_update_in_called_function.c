static void refresh(int *x)
{
#pragma omp target update to(x[0:1])
}
void f(int *x)
{
#pragma omp target
  refresh(x);
}
