void f(int p[4])
{
  int a[4];
#pragma omp target data use_device_ptr(a) map(tofrom: a)
  a[0] = 1;
#pragma omp target data use_device_ptr(p) map(tofrom: p[:4])
  p[0] = 1;
}
int main(void) { return 0; }
