// emulate: unset=off
// gcc: no (ext_vector_type is clang's)
// Several elements of vectors by name, read and written, also through pointers and of one another; vectors of three elements.
// At -O0 LLVM loads the four words of a vector of three for NVIDIA GPUs, and the last one has no value.
#include <stdio.h>
#pragma omp begin declare target
typedef float f4 __attribute__((ext_vector_type(4)));
typedef float f2 __attribute__((ext_vector_type(2)));
typedef float f3 __attribute__((ext_vector_type(3)));
typedef int i3 __attribute__((ext_vector_type(3)));
typedef int i4 __attribute__((ext_vector_type(4)));
typedef double d3 __attribute__((ext_vector_type(3)));
typedef unsigned char c3 __attribute__((ext_vector_type(3)));
typedef short s8 __attribute__((ext_vector_type(8)));
struct body { c3 colour; f3 pos, vel; d3 far; };
static f3 g3 = { 1, 2, 3 };
static f3 cross(f3 a, f3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
static float dot(f3 a, f3 b) { f3 p = a * b; return p.x + p.y + p.z; }
static f2 swap(f2 v) { return v.yx; }
static void show3(const char *s, f3 v) { printf("%s %g %g %g\n", s, v.x, v.y, v.z); }
static void show4(const char *s, f4 v) { printf("%s %g %g %g %g\n", s, v.x, v.y, v.z, v.w); }
static int count; static int idx(void) { return count++; }
#pragma omp end declare target
int main(void) {
  struct body b[2] = { { { 1, 2, 3 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 2, 3 } }, { .pos = 4 } };
  printf("%d %d %d %d %d\n", (int)sizeof(f3), (int)sizeof(d3), (int)sizeof(c3), (int)sizeof(struct body), (int)_Alignof(f3));
#pragma omp target map(tofrom: b)
  {
    f4 v = { 1, 2, 3, 4 }, w = v.wzyx; show4("wzyx", w);
    v.xy = v.zw; show4("xy=zw", v);
    v.lo += 1; show4("lo+=1", v);
    v.hi = swap(v.lo); show4("hi", v);
    v.even = (f2){ 7, 8 }; v.odd *= 2; show4("even odd", v);
    v.xz = 5; show4("splat", v);
    v.s01 = v.s32; show4("s01", v);
    v.yx.x = 100; show4("yx.x", v);
    v.wzyx.xy = (f2){ -1, -2 }; show4("chain", v);
    f4 *p = &w; p->xy = p->yx; p->w++; show4("arrow", w);
    f4 arr[2] = { v, w }; arr[idx()].xyz += arr[1].zyx; show4("arr", arr[0]); printf("%d\n", count);
    show4("rgba", v.bgra); show4("neg", -v.xxyy + w.wwww * 2);
    f3 a = b[0].pos, c = cross(b[0].pos, b[0].vel); show3("cross", c); printf("%g\n", dot(a + 1, c + g3));
    b[1].pos = c * 2; b[1].vel.xy = c.zz; b[1].vel.z = 9; b[1].far = __builtin_convertvector(c, d3); b[1].colour += (c3){ 250, 251, 252 };
    i3 m = a > c; printf("%d %d %d\n", m.x, m.y, m.z); i4 k = v.xyzw == v.xxxx; printf("%d %d %d %d\n", k.x, k.y, k.z, k.w);
    f3 t = v.xyz; t.z = 1; f4 u; u.xyz = t; u.w = 0; show4("u", u); show3("t", t);
    f4 lit = { v.y, v.x, 1, 2 }, lit2 = (f4){ t.z, 6 }; show4("lit", lit); show4("lit2", lit2);
    s8 s = { 0, 1, 2, 3, 4, 5, 6, 7 }; s.lo = s.odd; s.s7654 += 10; printf("%d %d %d %d %d %d %d %d %d\n", s.s0, s.s1, s.s2, s.s3, s.s4, s.s5, s.s6, s[7], s.hi.lo.x);
    printf("%d %d %d %d\n", (int)sizeof v.xy, (int)sizeof v.xyz, (int)sizeof(typeof(v.xy)), (int)sizeof s.even);
    typeof(v.xy) tv = v.xy; __auto_type av = v.zw; tv += av; printf("%g %g\n", tv.x, tv.y);
    f3 fs[3] = { 1, 2, { 3, 4, 5 } }; printf("%g %g %d\n", fs[1].z, fs[2].z, (int)((char*)&fs[1] - (char*)fs)); f3 x3 = v.x > 0 ? t : a; show3("cond", x3); show3("cond", (v.xyz, t.zyx));
    const f4 *q = &v; show3("const", q->wzy); volatile f4 vv = v; vv.xy = vv.yx; show3("vol", vv.xyz);
  }
  printf("%g %g %g %g %g %g %g %g %g %d %d %d\n", b[1].pos.x, b[1].pos.y, b[1].pos.z, b[1].vel.x, b[1].vel.y, b[1].vel.z, b[1].far.x, b[1].far.y, b[1].far.z, b[1].colour.x, b[1].colour.y, b[1].colour.z);
}
