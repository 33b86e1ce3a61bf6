// flags: -O2 -fopenmp-targets=nvptx,cpu -Rpass-analysis=omp-kernel -w
// Clauses of which device code makes nothing, and the ways to scan.
typedef struct { double v[200]; } big;
#pragma omp declare reduction(add: big: omp_out.v[0] += omp_in.v[0]) initializer(omp_priv = (big){{0}})

void clauses(int n, double *x, int *count) {
  #pragma omp target parallel for simd proc_bind(close) aligned(x: 64) map(x[0:n])
  for (int i = 0; i < n; i++)
    x[i] = 0;
  #pragma omp target map(count[0:1]) priority(3) nowait
  {
    #pragma omp task priority(2) untied mergeable affinity(count)
    count[0]++;
    #pragma omp taskwait
    #pragma omp critical (name) hint(1)
    count[0]++;
    #pragma omp atomic hint(1)
    count[0]++;
  }
  #pragma omp taskwait
}

void scans(int n, double *x, big *all) {
  double sum = 0;
  big b = {{0}};
  #pragma omp target parallel for reduction(inscan, +: sum) reduction(inscan, add: b) map(x[0:n], all[0:n])
  for (int i = 0; i < n; i++) {
    sum += x[i];
    b.v[0] += all[i].v[0];
    #pragma omp scan inclusive(sum, b)
    x[i] = sum + b.v[0];
  }
}
