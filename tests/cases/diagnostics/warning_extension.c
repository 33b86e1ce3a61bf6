// flags: -Wopenmp-extension
int main(void)
{
  int x = 0;
#pragma omp target map(tofrom: x) priority(1)
  x = 1;
  return x;
}
