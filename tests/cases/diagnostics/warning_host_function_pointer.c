static int twice(int x) { return 2 * x; }
int main(void)
{
  int (*f)(int) = twice;
  int r = 0;
#pragma omp target map(from: r)
  r = f(3);
  return r;
}
