int main(void)
{
  static int x;
#pragma omp allocate(x)
  return x;
}
