int main(void) {
  int s = 0;
#pragma omp parallel for reduction(+, task: s)
  for (int i = 0; i < 9; i++)
    s += i;
  return s;
}
