int main(void)
{
  int count = 0;
#pragma omp target map(tofrom: cuont)
  count = 1;
  return count;
}
