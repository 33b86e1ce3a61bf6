void f(float *x)
{
#pragma omp atomic
  *x <<= 3;
}
