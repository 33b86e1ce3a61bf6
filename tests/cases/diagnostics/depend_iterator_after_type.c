int main(void) {
  int a[4];
#pragma omp task depend(in, iterator(i = 0:4): a[i])
  a[0] = 1;
}
