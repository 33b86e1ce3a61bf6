int main(void)
{
  int x = 0, a[8] = {0}, *p = a;
#pragma omp target copyprivate(x)
  x = a[0] + *p;
  return x;
}
