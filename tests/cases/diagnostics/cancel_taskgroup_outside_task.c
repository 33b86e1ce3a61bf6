int main(void) {
#pragma omp parallel
  {
#pragma omp cancel taskgroup
  }
}
