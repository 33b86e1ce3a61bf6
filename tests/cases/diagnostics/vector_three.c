typedef float f3 __attribute__((ext_vector_type(3)));
int main(void)
{
  f3 v = { 1, 2, 3 };
  #pragma omp target map(tofrom: v)
  v += 1;
  return 0;
}
