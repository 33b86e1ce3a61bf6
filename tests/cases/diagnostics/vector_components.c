typedef float f4 __attribute__((ext_vector_type(4)));
int main(void)
{
  f4 v = { 1, 2, 3, 4 };
  #pragma omp target map(tofrom: v)
  v.xy = v.zw;
  return 0;
}
