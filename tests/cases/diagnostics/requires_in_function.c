int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp requires unified_shared_memory
  return x + a[0];
}
