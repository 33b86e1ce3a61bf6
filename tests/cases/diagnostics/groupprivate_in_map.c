// flags: -fopenmp-version=60
static int part;
#pragma omp groupprivate(part)
int main(void)
{
#pragma omp target map(tofrom: part)
  part = 1;
  return 0;
}
