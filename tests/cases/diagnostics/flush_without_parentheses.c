int main(void) {
  int x = 0;
#pragma omp flush x
  return x;
}
