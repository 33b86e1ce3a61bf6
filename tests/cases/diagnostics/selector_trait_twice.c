int main(void)
{
  int x = 0;
#pragma omp metadirective when(device = {kind(gpu), kind(cpu)} : parallel)
  x = 1;
  return x;
}
