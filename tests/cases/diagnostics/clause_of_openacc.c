int main(void)
{
  int a[8];
#pragma omp target teams distribute parallel for copyout(a) vector
  for (int i = 0; i < 8; i++)
    a[i] = i;
#pragma omp target reduce(+: a) async
  a[0]++;
  return a[0];
}
