int main(void) {
  int a[4];
#pragma omp parallel for collapse(1) collapse(1)
  for (int i = 0; i < 4; i++)
    a[i] = i;
}
