int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp taskwait nowait
  return x + a[0];
}
