// OpenMP 5.2 §5.6: a scan directive divides the body of a loop.
void f(int n, int *a)
{
  int s = 0;
#pragma omp parallel reduction(+: s)
  {
    s += a[0];
#pragma omp scan inclusive(s)
    a[0] = s;
  }
}
