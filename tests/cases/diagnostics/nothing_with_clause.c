int main(void) {
#pragma omp nothing if(1)
  return 0;
}
