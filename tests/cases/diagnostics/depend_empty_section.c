void f(int *x)
{
#pragma omp task depend(inout: x[2:0])
  x[2]++;
}
