// Forms that only the package lower sees through.
int main(void) {
  int x = 0, y = 1, k = 2;
#pragma omp target map(x)
  {
#pragma omp atomic
    x = x + 1 + 2;
#pragma omp atomic compare
    if (x <= y)
      x = y;
#pragma omp atomic compare capture
    {
      if (x == y)
        x = k;
    }
  }
}
