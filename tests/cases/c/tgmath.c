/* C11 7.25: type-generic mathematics. The function that is called shows in the type of
 * the result and in its digits. */
#include <stdio.h>
#include <tgmath.h>

enum { ISFLOAT = 1, ISDOUBLE, ISLONG, ISFLOATC, ISDOUBLEC, ISLONGC };
#define KIND(e)                                                                            \
  _Generic((e), float: ISFLOAT, double: ISDOUBLE, long double: ISLONG,                     \
           float _Complex: ISFLOATC, double _Complex: ISDOUBLEC, long double _Complex: ISLONGC)

int main(void)
{
  float f = 0.5f;
  double d = 0.5;
  int i = 4, e = 0, q = 0, bad = 0;
  float _Complex fc = 0.5f + 0.25f * I;
  double _Complex dc = 0.5 + 0.25 * I, root = 0;
  double r[8] = {0};
#pragma omp target map(from : r, root) map(tofrom : bad, e, q)
  {
    bad += KIND(sin(f)) != ISFLOAT || KIND(sin(d)) != ISDOUBLE || KIND(sqrt(i)) != ISDOUBLE;
    bad += KIND(exp(fc)) != ISFLOATC || KIND(exp(dc)) != ISDOUBLEC;
    bad += KIND(fabs(dc)) != ISDOUBLE || KIND(fabs(fc)) != ISFLOAT || KIND(creal(f)) != ISFLOAT;
    bad += KIND(pow(f, f)) != ISFLOAT || KIND(pow(f, i)) != ISDOUBLE || KIND(pow(f, dc)) != ISDOUBLEC;
    bad += KIND(fmax(f, f)) != ISFLOAT || KIND(fmax(f, d)) != ISDOUBLE || KIND(hypot(i, i)) != ISDOUBLE;
    bad += KIND(fma(f, f, d)) != ISDOUBLE || KIND(ldexp(f, 2)) != ISFLOAT;
    r[0] = sin(f) - sinf(f);
    r[1] = sqrt(i) * 10 + pow(2, 3);
    r[2] = fabs(-3) + fabs(dc * 4);
    r[3] = floor(2.75f) + lrint(2.5) + ilogb(8.0f);
    r[4] = frexp(8.0f, &e) + remquo(7.0, 2, &q);
    r[5] = cimag(conj(fc)) + carg(1);
    r[6] = fma(i, i, f) + atan2(0.0f, 1) + copysign(2, -1.0f);
    r[7] = cos(sin(cos(f))) - cosf(sinf(cosf(f)));
    root = sqrt(dc * dc);
  }
  bad += r[0] != 0 || r[1] != 28 || r[2] < 5.236067 || r[2] > 5.236069 || r[3] != 7;
  bad += r[4] != -0.5 || e != 4 || (q & 7) != 4 || r[5] != -0.25 || r[6] != 14.5 || r[7] != 0;
  bad += cabs(root - dc) > 1e-15;
  puts(bad ? "wrong" : "ok");
  return 0;
}
