// flags: -O2 -fopenmp-targets=nvptx -Rpass=omp-kernel -Rpass-missed=omp-kernel -w
// Parallel regions that are nested in others on a GPU, and what keeps them from having several threads.
void other(int *p);

void nests(int n, int *p) {
  #pragma omp target parallel num_threads(4) map(p[:n])
  {
    #pragma omp parallel for num_threads(16)
    for (int i = 0; i < n; i++)
      p[i]++;
  }
}

void keeps_to_one_thread(int n, int *p) {
  #pragma omp target parallel map(p[:n])
  {
    other(p);
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i]++;
  }
}
