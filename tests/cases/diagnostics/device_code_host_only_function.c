static int f(void) { return 1; }
#pragma omp declare target enter(f) device_type(host)
int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  x = f();
  return x;
}
