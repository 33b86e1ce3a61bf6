int main(void)
{
  int x = 0;
#pragma omp target device(ancestor: 1) map(tofrom: x)
  x = 1;
  return x;
}
