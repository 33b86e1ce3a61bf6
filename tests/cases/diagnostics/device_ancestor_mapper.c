#pragma omp requires reverse_offload
typedef struct { int n; int *v; } vec;
#pragma omp declare mapper(vec x) map(x, x.v[0:x.n])
#pragma omp declare mapper(own: vec x) map(x)
int main(void)
{
  int r = 0;
#pragma omp target map(tofrom: r)
  {
    int d[3] = {1, 2, 3}, *rows[3] = {d, d + 1, d + 2};
    vec a = {3, d}, b[2] = {{3, d}, {2, d}};
#pragma omp target device(ancestor: 1) map(tofrom: a) map(mapper(own), to: b[0:2])
    a.v[0] += b[0].n;
#pragma omp target device(ancestor: 1) map(to: b[0].n)
    a.n++;
#pragma omp target device(ancestor: 1) firstprivate(a) map(iterator(i = 0:3), tofrom: rows[i][0:1])
    *rows[0] += a.n;
  }
  return r;
}
