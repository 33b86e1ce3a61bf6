int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp atomic
  x++;
  return x + a[0];
}
#pragma omp requires atomic_default_mem_order(seq_cst)
int f(void)
{
  return 0;
}
