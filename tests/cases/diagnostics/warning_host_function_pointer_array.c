static int plus(int x) { return x; }
static int minus(int x) { return -x; }
int f(int k)
{
  int (*table[2])(int) = {plus, minus};
  int r = 0;
#pragma omp target map(from: r)
  r = table[k](3);
  return r;
}
int right(int k)
{
  int (*table[2])(int) = {plus, minus};
  int r = 0;
#pragma omp target map(from: r)
  {
    table[0] = plus;
    r = table[0](k);
  }
  return r;
}
