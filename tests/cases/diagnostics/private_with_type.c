int main(void) {
  int s[10];
#pragma omp parallel for private(int i)
  for (int i = 0; i < 10; i++) s[i] = i;
  return s[1];
}
