static int value(void) { return sizeof("one"); }
static int work(void)
{
  int r = 0;
#pragma omp target map(from: r)
  r = value();
  return r;
}
int one(void) { return work(); }
