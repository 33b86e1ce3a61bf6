int main(void)
{
  int x = 0;
#pragma omp target map(x)
  int y = 1;
  return x + y;
}
