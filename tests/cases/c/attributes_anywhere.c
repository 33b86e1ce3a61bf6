// flags: -std=gnu2x -w
// Attributes in double brackets (C23 6.7.12) in every place.
#include <stdio.h>
#pragma omp begin declare target
struct [[gnu::packed]] S { char c; [[maybe_unused]] int x [[gnu::aligned(8)]]; int b [[maybe_unused]] : 3; };
enum [[maybe_unused]] E { A [[maybe_unused]] = 3, B [[deprecated("no")]] };
typedef int T [[gnu::aligned(16)]];
[[noreturn]] static void die(void) { for (;;) ; }
static int f [[gnu::noinline]] ([[maybe_unused]] int a, int b [[maybe_unused]]) { return b; }
static int arr [[gnu::aligned(64)]] [3] = { 1, 2, 3 };
[[nodiscard("why"), gnu::const]] static inline int g(int x) { return x * 2; }
[[gnu::always_inline]] static inline int h(int x) { return x - 1; }
static int work(int k)
{
  [[maybe_unused]] register int q = 1, w [[maybe_unused]] = 2;
  [[maybe_unused]] static int s1, s2 = 5;
  [[maybe_unused]] const volatile int cv = 3;
  [[]] ;
  for ([[maybe_unused]] int i = 0; i < 3; i++) { [[maybe_unused]] static long cnt; cnt += i; s1 += (int)cnt; }
  switch (k) { case 1: q++; [[fallthrough]]; [[likely]] case 2: q += 2; break; [[unlikely]] default: q = 9; }
  if (k > 100) [[unlikely]] die();
  int m [[maybe_unused]] [2][2] = { { 1 }, { 2, 3 } };
  goto l; [[maybe_unused]] l: ;
  int *p [[maybe_unused]] = &m[1][1], *r [[maybe_unused]] = p;
  int (*fp [[maybe_unused]])(int, int) = f;
  [[gnu::unused]] _Alignas(32) struct S sv = { 'a', 3, 1 };
  do [[likely]] { q++; } while (q < 3);
  return q + w + s1 + s2 + cv + f(1, 2) + arr[2] + g(3) + h(4) + *p + *r + fp(7, 8) + sv.x + (int)sizeof(struct S) + (int)_Alignof(T) + B + (int)((unsigned long)&arr % 64 + (unsigned long)&sv % 32);
}
#pragma omp end declare target
int main(void)
{
  int r = 0, q = 0;
#pragma omp target map(from: r, q)
  { r = work(1); q = work(2); }
  printf("%d %d\n", r, q);
  return 0;
}
