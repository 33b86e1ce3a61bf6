int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp assume absent(parallel) contains(parallel)
  x = 1;
  return x + a[0];
}
