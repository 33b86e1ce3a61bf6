int main(void)
{
  int x = 0;
#pragma omp target map(x) 17
  x = 1;
  return x;
}
