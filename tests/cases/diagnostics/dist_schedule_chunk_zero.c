int main(void) {
  int a[4];
#pragma omp teams distribute dist_schedule(static, 0)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
