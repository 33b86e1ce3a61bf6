int main(void)
{
  int n = 4, *p = &n;
#pragma omp target map(tofrom: p[0:])
  p[0] = 1;
  return n;
}
