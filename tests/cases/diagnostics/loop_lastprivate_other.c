int main(void) {
  int a[4], k;
#pragma omp loop bind(thread) lastprivate(k)
  for (int i = 0; i < 4; i++)
    k = a[i];
}
