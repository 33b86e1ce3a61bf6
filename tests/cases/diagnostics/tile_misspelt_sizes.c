int main(void) {
  int x = 0;
#pragma omp tile size(4)
  for (int i = 0; i < 8; i++)
    x++;
  return x;
}
