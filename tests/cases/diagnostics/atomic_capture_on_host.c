int main(void) {
  int s = 0, t = 0;
#pragma omp parallel
  {
#pragma omp atomic capture
    { s += 1; t += 1; }
  }
  return s + t;
}
