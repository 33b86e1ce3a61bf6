void f(int *p, double *d, int e, unsigned char *c)
{
  int v, r;
#pragma omp target map(p[0:4], d[0:4], c[0:1]) map(from: v, r)
  {
#pragma omp atomic
    p[0]++;
#pragma omp atomic update
    p[0] = e - p[0];
#pragma omp atomic
    d[1] *= 2;
#pragma omp atomic
    *c /= e;
#pragma omp atomic
    p[1] += 2.5;
#pragma omp atomic read acquire
    v = p[0];
#pragma omp atomic write seq_cst
    p[0] = e + 1;
#pragma omp atomic capture
    v = p[0]--;
#pragma omp atomic capture
    { v = p[0]; p[0] = e; }
#pragma omp atomic capture
    { p[0] |= e; v = p[0]; }
#pragma omp atomic compare
    if (e < p[0]) { p[0] = e; }
#pragma omp atomic compare
    p[0] = p[0] == e ? 7 : p[0];
#pragma omp atomic compare capture
    { r = p[0] == e; if (r) { p[0] = 1; } }
  }
}
