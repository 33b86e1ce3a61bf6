int main(void)
{
  int x = 0, y = 0, v = 0;
#pragma omp target map(x, y, v)
  {
#pragma omp atomic write acquire
    x = 1;
  }
  return x + y + v;
}
