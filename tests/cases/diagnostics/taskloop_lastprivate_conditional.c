int main(void) {
  int s = 0;
#pragma omp taskloop lastprivate(conditional: s)
  for (int i = 0; i < 4; i++)
    if (i == 2) s = i;
}
