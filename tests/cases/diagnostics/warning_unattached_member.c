struct v { int n; double *data; };
void f(struct v v)
{
#pragma omp target map(tofrom: v)
  v.data[0] = 1;
}
