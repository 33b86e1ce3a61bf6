int count;
#pragma omp threadprivate count
int other;
#pragma omp groupprivate other
int main(void)
{
#pragma omp flush count
#pragma omp target
  count = 1;
  return 0;
}
