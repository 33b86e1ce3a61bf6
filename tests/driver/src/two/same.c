static int value(void) { return sizeof("twox"); }
static int work(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = value();
  return r;
}
int two(void) { return work(); }
