// host: gcc
typedef float f4 __attribute__((ext_vector_type(4)));
int main(void)
{
  f4 v = 1;
  #pragma omp target map(tofrom: v)
  v *= 3;
  return 0;
}
