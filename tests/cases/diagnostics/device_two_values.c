int main(void)
{
  int x = 0;
#pragma omp target device(0, 1) map(tofrom: x)
  x = 1;
  return x;
}
