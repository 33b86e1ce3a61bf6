void f(int n, char **a, int *(*b)[4])
{
#pragma omp parallel reduction(+: a[0:10][0:n])
  a[0][0]++;
#pragma omp target parallel reduction(+: b[1][2][0:n])
  b[1][2][0]++;
}
int main(void) { return 0; }
