// flags: -std=gnu2x
int main(void) {
  int a = 0;
  [[using omp: directive(parallel)]] a++;
  [[omp::directive(parallel for)]] for (int i = 0; i < n; i++) a++;
  return a;
}
