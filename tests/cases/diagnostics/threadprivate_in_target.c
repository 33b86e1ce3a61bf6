static int t;
#pragma omp threadprivate(t)
int main(void)
{
  int x = 0;
#pragma omp target map(x)
  x = t;
  return x;
}
