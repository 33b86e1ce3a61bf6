// gcc: no (does not know mappers)
/* OpenMP 5.2 §5.8.8, §5.8.3: a mapper of members applied to an array section:
 * the elements lie one behind the other on the device, also where a mapper
 * applies another one, and each brings what its pointers point to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { double v; int nn; int *nbr; } node;
typedef struct { int n; node *nodes; double *out; char name[16]; } mesh;
struct inner { int a, skip, b; };
struct outer { long id; struct inner in[2]; int last; };
#pragma omp declare mapper(links: node x) map(x.v, x.nn) map(x.nbr[0:x.nn])
#pragma omp declare mapper(mesh m) map(m.n, m.name) map(mapper(links), tofrom: m.nodes[0:m.n]) map(m.out[0:m.n])
#pragma omp declare mapper(ends: struct inner i) map(i.a) map(i.b)
#pragma omp declare mapper(struct outer o) map(o.id) map(mapper(ends), tofrom: o.in)
#pragma omp declare mapper(only_v: node x) map(x.v)
enum { N = 50 };

static void fill(node *p)
{
  for (int i = 0; i < N; i++) {
    p[i].v = i;
    p[i].nn = 1 + i % 4;
    p[i].nbr = malloc(4 * sizeof(int));
    for (int k = 0; k < 4; k++) p[i].nbr[k] = (i * 7 + k * 3) % N;
  }
}

int main(void)
{
  node *p = malloc(N * sizeof *p);
  fill(p);
  double s = 0;
#pragma omp target teams distribute parallel for map(mapper(links), tofrom: p[0:N]) reduction(+: s)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < p[i].nn; k++) s += p[p[i].nbr[k]].v;
  printf("%.1f\n", s);

#pragma omp target map(mapper(only_v), tofrom: p[3:4])
  for (int i = 3; i < 7; i++) p[i].v += 100;
  for (int i = 2; i < 8; i++) printf("%.0f/%d ", p[i].v, p[i].nn);
  printf("\n");

  mesh m = {.n = N, .nodes = p, .out = calloc(N, sizeof(double)), .name = "grid"};
#pragma omp target data map(tofrom: m)
  {
    for (int rep = 0; rep < 3; rep++) {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < m.n; i++) {
        double t = 0;
        for (int k = 0; k < m.nodes[i].nn; k++) t += m.nodes[m.nodes[i].nbr[k]].v;
        m.out[i] = t / m.nodes[i].nn;
      }
#pragma omp target teams distribute parallel for
      for (int i = 0; i < m.n; i++) m.nodes[i].v = 0.5 * (m.nodes[i].v + m.out[i]);
    }
#pragma omp target
    strcat(m.name, "-dev");
  }
  s = 0;
  for (int i = 0; i < N; i++) s += p[i].v + 3 * m.out[i];
  printf("%s %.6f\n", m.name, s);

  struct outer o[3];
  memset(o, 0, sizeof o);
  for (int i = 0; i < 3; i++) o[i].in[1].skip = o[i].last = 7;
#pragma omp target map(tofrom: o[0:3])
  for (int i = 0; i < 3; i++) {
    o[i].id = i + 1;
    for (int k = 0; k < 2; k++) o[i].in[k].a = 10 * i + k, o[i].in[k].b = -o[i].in[k].a;
  }
  for (int i = 0; i < 3; i++)
    printf("%ld %d %d %d %d %d %d\n", o[i].id, o[i].in[0].a, o[i].in[0].b, o[i].in[1].a, o[i].in[1].b, o[i].in[1].skip, o[i].last);
  return 0;
}
