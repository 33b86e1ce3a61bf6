int main(void) {
  int s = 0;
#pragma omp taskloop reduction(inscan, +: s)
  for (int i = 0; i < 4; i++)
    s += i;
}
