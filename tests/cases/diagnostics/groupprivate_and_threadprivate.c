// flags: -fopenmp-version=60
static int part;
#pragma omp threadprivate(part)
#pragma omp groupprivate(part)
int main(void)
{
  return part;
}
