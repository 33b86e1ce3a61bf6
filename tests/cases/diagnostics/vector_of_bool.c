typedef _Bool flags __attribute__((ext_vector_type(8)));

int f(flags v)
{
  int first = 0;
#pragma omp target map(tofrom : first)
  first = v[0];
  return first;
}
