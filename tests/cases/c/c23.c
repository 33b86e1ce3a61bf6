// flags: -std=gnu2x
// gcc: no (constexpr and auto are new)
// What C23 adds: separated digits, auto, constexpr, nullptr, labels before declarations and ends of blocks, underlying types.
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <limits.h>
#pragma omp begin declare target
enum e8 : unsigned char { A8 = 200, B8 };
enum big : long { BIG = 1l << 40 };
constexpr int N = 1'000;
constexpr double PI = 3.25;
typedef struct { int a, b; } pt;
[[nodiscard]] static int f(int, [[maybe_unused]] int y) { return y; }
static int unnamed(int) { return 5; }
#define CALL(f, ...) f(1 __VA_OPT__(,) __VA_ARGS__)
static int one(int a) { return a; }
static int two(int a, int b) { return a * 10 + b; }
static int fallthrough(int k) { switch (k) { case 1: k = 5; [[fallthrough]]; case 2: return k + 1; default: return -1; case 7: } return 77; }
static long c23(long *out) {
  int i = 0;
  auto x = 5u; auto d = 2.5f; auto p = &x;
  out[i++] = sizeof(x) + sizeof d * 10 + *p;
  out[i++] = A8 + sizeof(enum e8) * 1000 + sizeof(BIG);
  out[i++] = N + 0b1011 + 0xFF'FF;
  out[i++] = (long)(PI * 4);
  pt z = {}; pt w = { .b = 3 }; int arr[3] = {};
  out[i++] = z.a + w.b + arr[2];
  out[i++] = f(1, 2) + unnamed(3);
  out[i++] = CALL(one) + CALL(two, 4);
  bool t = true; t &= !false;
  out[i++] = t + (nullptr == (void *)0);
  int *np = nullptr;
  out[i++] = np == nullptr;
  static_assert(sizeof(int) == 4);
  out[i++] = u8'x' + sizeof(u8"ab") + u8"ab"[1];
  typeof_unqual(const int) q = 4; q++;
  out[i++] = q;
  typeof(int[3]) arr2 = {1, 2, 3};
  out[i++] = arr2[2] + sizeof arr2;
  out[i++] = fallthrough(1) + fallthrough(7);
  alignas(32) char buf[5];
  out[i++] = ((uintptr_t)buf & 31) + alignof(double);
  goto end; end: int after = 3;
  out[i++] = after;
  if (after) { goto last; last: }
  static constexpr int tab[] = {1, 2, 3};
  out[i++] = tab[1] + sizeof tab;
  out[i++] = _Generic(nullptr, typeof(nullptr): 1, default: 2);
  out[i++] = _Generic(1.0f, float: 10, double: 20) + _Generic((char)1, char: 1, default: 2);
  int m; _Bool o = __builtin_add_overflow(INT_MAX, 1, &m);
  out[i++] = o + (m == INT_MIN);
  out[i++] = (pt){ 7, 8 }.b + ((int[]){ 1, 2, 3 })[1];
  out[i++] = INT_WIDTH + LLONG_WIDTH + (BOOL_WIDTH > 0);
  wchar_t wc[] = L"é"; char16_t_: out[i++] = wc[0] + sizeof(U"ab") + u"z"[0];
  struct { int n; struct { int k; }; union { float g; int h; }; } an = { 1, { 2 }, { .h = 3 } };
  out[i++] = an.n + an.k + an.h;
  return i;
}
#pragma omp end declare target
int main(void) { long out[64] = {0}, n = 0;
#pragma omp target map(tofrom: out, n)
n = c23(out);
for (int i = 0; i < n; i++) printf("%ld ", out[i]); puts(""); }
