int main(void)
{
  int x = 0;
#pragma omp metadirective otherwise(parallel) when(user = {condition(1)} : parallel)
  x = 1;
  return x;
}
