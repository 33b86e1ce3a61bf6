// flags: -std=c2x
int main(void) {
  int x[4] = {0};
  [[omp::directive(target map(tofrom : x[0:4])]]
  for (int i = 0; i < 4; i++)
    x[i]++;
}
