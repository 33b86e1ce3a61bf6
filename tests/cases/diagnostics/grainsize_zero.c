int main(void) {
  int a[4];
#pragma omp taskloop grainsize(0)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
