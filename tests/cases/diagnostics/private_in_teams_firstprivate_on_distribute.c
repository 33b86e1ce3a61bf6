int main(void)
{
  int a[8] = {0}, k = 1;
#pragma omp target teams firstprivate(k) map(a)
#pragma omp distribute firstprivate(k)
  for (int i = 0; i < 8; i++)
    a[i] = k;
  return a[0];
}
