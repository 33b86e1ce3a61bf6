// flags: -fopenmp-version=60
static int part = 1;
#pragma omp groupprivate(part)
int main(void)
{
  return part;
}
