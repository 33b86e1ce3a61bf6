int main(void)
{
  int x = 0;
#pragma omp metadirective when(device = {kind(any, gpu)} : parallel)
  x = 1;
  return x;
}
