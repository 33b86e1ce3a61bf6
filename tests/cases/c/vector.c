// gcc: no (most of these builtins are clang's)
// Element by element builtins, reductions, shuffles, elements' types, classes of numbers.
#include <stdio.h>
#include <math.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef _Float16 h8 __attribute__((vector_size(16)));
typedef unsigned char uc16 __attribute__((vector_size(16)));
typedef signed char sc4 __attribute__((ext_vector_type(4)));
typedef double d4 __attribute__((ext_vector_type(4)));
typedef unsigned long ul2 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
typedef short s4 __attribute__((vector_size(8)));
typedef double d2 __attribute__((ext_vector_type(2)));
typedef char c8 __attribute__((vector_size(8)));
static void part1(void) { v4 a = {1,-2,3,-4}, b = {4,3,2,1};
  f4 f = {1.5,-2.5,3.25,-4};
  int r = 0;
  float s = 0;
  v4 m;
  f4 g;
#pragma omp target map(tofrom: a, b, f, r, s, m, g)
{ m = __builtin_elementwise_max(a, b);
  m = __builtin_elementwise_abs(m) + __builtin_elementwise_min(a,b);
 r = __builtin_reduce_add(a) + 10*__builtin_reduce_max(b) + 100*__builtin_reduce_min(a) + __builtin_reduce_xor(a) + __builtin_reduce_or(b) + __builtin_reduce_and(b) + __builtin_reduce_mul(b);
 g = __builtin_elementwise_floor(f) + __builtin_elementwise_sqrt(__builtin_elementwise_abs(f));
  s = __builtin_elementwise_max(f[0], f[1]);
  s+= __builtin_elementwise_ceil(s);
  s += __builtin_reduce_max(f);
 m = __builtin_elementwise_add_sat(m, a);
  }
printf("%d %d %d %d %d %g %g %g\n", r, m[0],m[1],m[2],m[3], s, g[0], g[3]);
  }

static void part2(void) { h8 h = {1.5, -2, 3.25, 4, 5, 6, 7, -8}, hr;
  uc16 u = {250, 3, 7, 9, 1,2,3,4,5,6,7,8,255,254,253,1}, ur;
  sc4 s = {-128, 127, 5, -6}, sr;
  d4 d = {0.5, -1.5, 2.5, 9}, dr;
  ul2 l = {1, ~0ul}, lr;
  double out[12] = {0};
  long k = 0;
#pragma omp target map(tofrom: h,hr,u,ur,s,sr,d,dr,l,lr,out,k)
{
 hr = __builtin_elementwise_floor(h) + __builtin_elementwise_max(h, -h);
 ur = __builtin_elementwise_add_sat(u, u);
  ur ^= __builtin_elementwise_sub_sat(u, (uc16){}+5);
 sr = __builtin_elementwise_add_sat(s, s);
  sr += __builtin_elementwise_bitreverse(s);
 dr = __builtin_elementwise_roundeven(d) + __builtin_elementwise_rint(d) * 2 + __builtin_elementwise_copysign(d, -d) + __builtin_elementwise_fma(d, d, d) + __builtin_elementwise_trunc(d)+ __builtin_elementwise_ceil(d);
 lr = (l & 1) + __builtin_elementwise_add_sat(l, l) + __builtin_elementwise_max(l, l >> 1);
 out[0] = __builtin_reduce_max(d);
  out[1] = __builtin_reduce_min(h);
  out[2] = __builtin_reduce_add(u);
  out[3] = __builtin_reduce_mul(s);
  out[4] = __builtin_reduce_xor(u);
  out[5] = __builtin_reduce_or(l);
  out[6] = __builtin_reduce_and(l);
 out[7] = __builtin_elementwise_abs(-7.5f);
  out[8] = __builtin_elementwise_max(3, -4);
  out[9] = __builtin_elementwise_exp(0.0) ;
  out[10] = __builtin_elementwise_pow(2.0f, 3.0f);
 dr += __builtin_elementwise_sqrt(__builtin_elementwise_abs(d));
  k = (long)__builtin_reduce_add(l) % 1000;
}
for (int i = 0;
  i < 8;
  i++) printf("%g ", (double)hr[i]);
  for (int i = 0;
  i < 16;
  i++) printf("%d ", ur[i]);
  for (int i = 0;
  i < 4;
  i++) printf("%d %.10g ", sr[i], dr[i]);
  printf("%lu %lu %ld\n", lr[0], lr[1], k);
  for (int i = 0;
  i < 12;
  i++) printf("%g ", out[i]);
  puts("");
  }

static void part3(void) { v4 a = {1,2,3,4}, b = {5,6,7,8}, c, d;
  s4 s;
  v8 e;
  f4 f = {1,2,3,4};
#pragma omp target map(tofrom: a, b, c, d, s, e,f)
{ c = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  d = a;
  s = __builtin_convertvector(c, s4);
  e = __builtin_shufflevector(a, b, 0,1,2,3,4,5,6,7);
  f += f;
  e = e << 2;
  c ^= -(a < b);
  d2 q = {1,2};
  q = q*q;
  f[3] += q[1];}
printf("%d %d %d %d %d %d %d %d %d %d %g %g %g %g\n", c[0],c[1],c[2],c[3], d[0],d[1],d[2],d[3], s[1], e[7], f[0],f[1],f[2],f[3]);
  }

static void part4(void) { f4 f = {1.5,2,3,4};
  c8 c = {100, 1};
  double r[4] = {0};
  int s[6] = {0};
#pragma omp target map(tofrom: f, r, s, c)
{ __typeof__(f[0]) q = f[1] * 1.25;
  r[0] = q;
  s[0] = sizeof q;
  s[1] = sizeof(f[0]);
  s[2] = _Generic(f[0], float: 1, double: 2, default: 3);
  __auto_type z = f[2];
  r[1] = z / 2;
  s[3] = sizeof(c[0] + c[1]);
  s[4] = sizeof(c[0]);
  s[5] = _Generic(c[1] + 1, int: 1, default: 2);
  r[2] = (__typeof__(c[0]))(c[0] * 3);
  }
printf("%g %g %g %d %d %d %d %d %d\n", r[0], r[1], r[2], s[0], s[1], s[2], s[3], s[4],s[5]);
  }

static void part5(void) { double d = NAN;
  float f = -INFINITY;
  int r = 0;
#pragma omp target map(tofrom: d, f, r)
{ r = __builtin_isfpclass(d, 3) + 2*__builtin_isfpclass(f, 4) + 4*__builtin_isfpclass(f, 0x200)+8*__builtin_isfpclass(1.0,0x108) + 16*__builtin_isfpclass(-0.0f, 0x20);
  unsigned long c = __builtin_readcyclecounter();
  r += c == 0 ? 1000: 0;
  }
printf("%d\n", r);
  }
int main(void)
{
  part1();
  part2();
  part3();
  part4();
  part5();
  return 0;
}
