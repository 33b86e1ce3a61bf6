int main(void) {
  int x = 0, e = 1;
#pragma omp atomic compare weak
  x = x < e ? e : x;
  return x;
}
