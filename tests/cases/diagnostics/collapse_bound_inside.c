void g(int, int);
int limit;
void f(int n)
{
  int first = 0, step = 1;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++) {
    int low = i + 2;
    for (int j = low; j < n; j++) g(i, j);
  }
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++) {
    limit = 2 * i;
    for (int j = 0; j < limit; j++) g(i, j);
  }
#pragma omp simd collapse(3)
  for (int i = 0; i < n; i++) {
    first += 2;
    for (int j = 0; j < n; j++)
      for (int k = first; k < n; k += step) g(i, j);
    step = 2;
  }
}
int main(void) { return 0; }
