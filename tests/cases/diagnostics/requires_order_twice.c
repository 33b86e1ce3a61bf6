#pragma omp requires atomic_default_mem_order(seq_cst)
#pragma omp requires atomic_default_mem_order(relaxed)
int main(void)
{
  int x = 0, a[8] = {0};
  return x + a[0];
}
