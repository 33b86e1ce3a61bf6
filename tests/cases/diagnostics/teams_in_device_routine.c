static int f(void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  n = 1;
  return n;
}
int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  x = f();
  return x;
}
