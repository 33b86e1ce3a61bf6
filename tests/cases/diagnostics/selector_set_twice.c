int main(void)
{
  int x = 0;
#pragma omp metadirective when(device = {kind(gpu)}, device = {kind(cpu)} : parallel)
  x = 1;
  return x;
}
