void g(int);
int f(int n, int (*a)[8])
{
  int x = 0;
#pragma omp parallel for collapse(2) reduction(inscan, +: x)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 8; j++) {
      x += a[i][j];
#pragma omp scan inclusive(x)
      a[i][j] = x;
    }
    g(i);
  }
  return x;
}
int main(void) { return 0; }
