#pragma omp begin declare target
static int __attribute__((overloadable)) kind(int x) { return 1; }
static int __attribute__((overloadable)) kind(double x) { return 2; }
#pragma omp end declare target
int main(void)
{
  int r = 0;
  #pragma omp target map(tofrom: r)
  r = kind(1) * 10 + kind(1.0);
  return r;
}
