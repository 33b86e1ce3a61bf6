int main(void) {
  int x = 0;
#pragma omp parallel for collapse(2) reduction(+ : x)
#pragma omp unroll partial(2)
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      x++;
  return x;
}
