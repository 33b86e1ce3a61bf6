int main(void)
{
  int a[30] = {0}, *p, *q = a;
#pragma omp target data map(a[0:4])
  {
    p = &a[0];
#pragma omp target map(p[3:20])
    p[8] = 1;
#pragma omp target map(q[1:3])
    q[1] = 1;
  }
  return a[1];
}
