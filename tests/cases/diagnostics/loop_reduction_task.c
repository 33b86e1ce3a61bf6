int main(void) {
  int a[4], k = 0;
#pragma omp parallel
#pragma omp loop reduction(task, +: k)
  for (int i = 0; i < 4; i++)
    k += a[i];
}
