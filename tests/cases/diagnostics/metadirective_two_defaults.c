int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp metadirective otherwise(parallel) otherwise(single)
  x = 1;
  return x + a[0];
}
