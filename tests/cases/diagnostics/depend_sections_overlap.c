int main(void)
{
  int a[8] = {0};
#pragma omp task depend(in: a[0:4]) depend(inout: a[2:4])
  a[2] = a[0];
#pragma omp target depend(in: a[0:2], a[2:2]) depend(out: a[4:4]) map(a)
  a[4] = a[0];
#pragma omp taskwait
  return a[2];
}
