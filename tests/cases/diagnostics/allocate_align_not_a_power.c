int main(void)
{
  int x = 0;
#pragma omp allocate(x) align(3)
  return x;
}
