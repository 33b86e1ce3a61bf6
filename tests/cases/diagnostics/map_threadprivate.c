int x;
#pragma omp threadprivate(x)
int main(void) {
#pragma omp target map(x)
  ;
}
