int main(void) {
  int x = 0;
#pragma omp parallel default(shared) default(none)
  x = 1;
}
