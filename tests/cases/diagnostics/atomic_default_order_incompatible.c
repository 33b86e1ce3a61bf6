// flags: -fopenmp-version=60
#pragma omp requires atomic_default_mem_order(acquire)
int x;
void f(void)
{
#pragma omp atomic write
  x = 1;
#pragma omp target map(x)
#pragma omp atomic write release
  x = 2;
}
int main(void) { return 0; }
