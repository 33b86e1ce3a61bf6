void wait_for_all(void)
{
#pragma omp barrier
}
int main(void)
{
  int a[8] = {0};
#pragma omp target parallel for map(a)
  for (int i = 0; i < 8; i++) {
    a[i] = i;
    wait_for_all();
  }
  return a[0];
}
