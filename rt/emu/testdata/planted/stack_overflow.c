// finds: stack_overflow.c:[0-9]+: stack overflow
#pragma omp begin declare target
static int depth(int n, int *p)
{
  int a[64] = {0};
  a[n & 63] = p[n & 63] + n;
  return n < 0 ? a[1] : depth(n + 1, a) + a[n & 63];
}
#pragma omp end declare target

int main(void)
{
  int r = 0, x[64] = {0};
#pragma omp target map(tofrom: r) map(to: x)
  r = depth(1, x);
  return r;
}
