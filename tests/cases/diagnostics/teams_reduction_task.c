int main(void) {
  int s = 0;
#pragma omp teams reduction(task, +: s)
  s++;
}
