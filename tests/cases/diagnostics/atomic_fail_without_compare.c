int main(void)
{
  int x = 0, a[8] = {0};
#pragma omp atomic fail(relaxed)
  x++;
  return x + a[0];
}
