int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp taskwait depend(mutexinoutset: x)
  return x + a[0];
}
