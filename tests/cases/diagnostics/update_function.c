int f(void);
int main(void) {
#pragma omp target update to(f)
  return 0;
}
