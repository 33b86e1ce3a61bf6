int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target depend(in: x + 1)
  x = a[0] + *p;
  return x;
}
