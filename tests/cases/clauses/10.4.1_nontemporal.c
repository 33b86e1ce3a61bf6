// nontemporal: accesses through the list items are marked in the region IR; a pointer itself is not, nor are other items.
#include "../check.h"

struct four { double v[4]; };
enum { N = 20000 };
static int in[N], out[N];
static struct four g;

static void mixed(int n, double *restrict a, const double *restrict b, double *restrict c)
{
  #pragma omp target teams distribute parallel for simd nontemporal(a, b, g) map(from: a[0:n]) map(to: b[0:n], g) map(tofrom: c[0:n])
  for (int i = 0; i < n; i++) {
    a[i] = 2 * *(b + i) + b[i] + c[i] + g.v[2];
    c[i] += 1;
  }
}

static void inner(void)
{
  #pragma omp target teams distribute parallel for map(to: in) map(tofrom: out)
  for (int k = 0; k < 2; k++) {
    #pragma omp simd nontemporal(in)
    for (int i = k; i < N; i += 2)
      out[i] += in[i];
    out[k] += in[k];
  }
}

int main(void)
{
  static double a[N], b[N], c[N];
  for (int i = 0; i < N; i++)
    b[i] = in[i] = i, c[i] = 3;
  g.v[2] = 7;
  mixed(N, a, b, c);
  inner();
  for (int i = 0; i < N; i++) {
    CHECK(a[i] == 3.0 * i + 10 && c[i] == 4);
    EQ(out[i], i < 2 ? 2 * i : i);
  }
  END;
}
