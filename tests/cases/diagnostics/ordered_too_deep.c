int main(void) {
  int a[4];
#pragma omp parallel for ordered(2)
  for (int i = 0; i < 4; i++)
    a[i] = 1;
}
