// flags: -std=gnu2x
int main(void) {
  int a = 0;
  [[omp::directive(parallel num_threads(0))]] a++;
  /* é */ [[omp::sequence(directive(parallel), directive(parallel
      num_threads(0)
      if(a)))]] a++;
  [[using omp: directive(parallel if(a) num_threads(-1))]] a++;
  return a;
}
