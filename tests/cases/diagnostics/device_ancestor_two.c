#pragma omp requires reverse_offload
int main(void)
{
  int x = 0;
#pragma omp target device(ancestor: 2) map(tofrom: x)
  x = 1;
  return x;
}
