int main(void)
{
  int x = 0;
#pragma omp metadirective when(user = {condition(score(-1): 1)} : parallel)
  x = 1;
  return x;
}
