// gcc: no (gcc-12 does not know append_args)
/* OpenMP 5.2 §7.5.3, 6.0 §9.7.1: a dispatched variant gets interoperability objects; the arguments are evaluated once. */
// flags: -fopenmp-version=60
#include <stdio.h>
#include <omp.h>

static int given, evaluated;

static double with_object(double x, int n, omp_interop_t o)
{
  given = o != omp_interop_none;
  return x * n;
}
#pragma omp declare variant(with_object) match(construct = {dispatch}) append_args(interop(targetsync))
static double scaled(double x, int n) { given = -1; return x + n; }

static void two(int *r, omp_interop_t a, omp_interop_t b) { *r = (a != omp_interop_none) + 2 * (b != omp_interop_none) + 4 * (a != b); }
#pragma omp declare variant(two) match(construct = {dispatch}) append_args(interop(target, prefer_type("cuda")), interop(targetsync))
static void none(int *r) { *r = -1; }

static void alone(omp_interop_t o) { (void)o; given = 5; }
#pragma omp declare variant(alone) match(construct = {dispatch}) append_args(interop(targetsync))
static void nobody(void) { given = -1; }

static int once(int v) { evaluated++; return v; }

int main(void)
{
  double d = 0;
  int r = 0, no = 0, yes = 1, have;
  omp_interop_t own = omp_interop_none; // a device without a foreign runtime has no other
#pragma omp interop init(target: own)
  have = own != omp_interop_none;
#pragma omp dispatch
  d = scaled(1.5, once(4));
  if (d != 6 || given != have || evaluated != 1) return printf("dispatch: %g, given %d, evaluated %d\n", d, given, evaluated), 1;
#pragma omp dispatch novariants(yes)
  d = scaled(1.5, once(4));
  if (d != 5.5 || given != -1 || evaluated != 2) return printf("novariants: %g %d %d\n", d, given, evaluated), 1;
#pragma omp dispatch novariants(no)
  d = scaled(2.5, once(2));
  if (d != 5 || given != have) return printf("novariants(0): %g %d\n", d, given), 1;
  d = scaled(1, 1);
  if (d != 2 || given != -1) return printf("without dispatch: %g %d\n", d, given), 1;
#pragma omp dispatch
  none(&r);
  if (r != (have ? 7 : 0)) return printf("two objects: %d\n", r), 1;
#pragma omp dispatch interop(own)
  none(&r);
  if (r != (have ? 7 : 0)) return printf("own object: %d\n", r), 1;
#pragma omp dispatch
  nobody();
  if (given != 5) return printf("no parameters: %d\n", given), 1;
#pragma omp interop destroy(own)
  puts("ok");
}
