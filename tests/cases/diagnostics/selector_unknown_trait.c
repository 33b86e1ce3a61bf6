int main(void)
{
  int x = 0;
#pragma omp metadirective when(device = {king(gpu)} : parallel)
  x = 1;
  return x;
}
