int main(void) {
  int x = 0;
#pragma omp parallel default(copy)
  x = 1;
}
