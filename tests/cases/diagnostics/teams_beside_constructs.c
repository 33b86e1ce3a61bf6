void f(int *a)
{
#pragma omp target map(a[0:2])
  {
#pragma omp parallel
    a[0] = 1;
#pragma omp teams
    a[1] = 1;
  }
#pragma omp target map(a[0:2])
  {
#pragma omp teams
    a[1] = 1;
    for (int i = 0; i < 2; i++) a[i] = 2;
  }
}
int main(void) { return 0; }
