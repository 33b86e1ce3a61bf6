int main(void)
{
  int total = 0;
#pragma omp target map(tofrom: totl)
  total = 1;
  return total;
}
