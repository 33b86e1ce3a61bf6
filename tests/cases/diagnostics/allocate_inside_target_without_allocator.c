void f(int a)
{
#pragma omp target
  {
#pragma omp parallel private(a) allocate(a)
    a = 5;
#pragma omp task firstprivate(a) allocate(align(16): a)
    a = 6;
  }
}
int main(void) { return 0; }
