int n;
void f(void)
{
#pragma omp threadprivate(n)
  n = 1;
}
