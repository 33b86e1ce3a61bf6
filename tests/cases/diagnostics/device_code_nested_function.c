int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x)
  {
    int g(int y) { return y; }
    x = g(1);
  }
  return x;
}
