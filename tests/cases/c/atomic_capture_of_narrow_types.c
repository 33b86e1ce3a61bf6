// OpenMP 5.2 §15.8.4: capture of what a type of less than 32 bits was, by each operation and by one thread and many.
// Of the wavefronts of AMD GPUs LLVM combines such operations, for which some versions of it have no instructions.
#include <stdio.h>

#define PRAGMA(x) _Pragma(#x)
#define TEST(T, name) \
  static int name(void) \
  { \
    T x = 1, old[8] = {0}, sum = 0; \
    PRAGMA(omp target map(tofrom: x, old, sum)) \
    { \
      PRAGMA(omp atomic capture) old[0] = x++; \
      PRAGMA(omp atomic capture) { old[1] = x; x -= 1; } \
      PRAGMA(omp atomic capture) { old[2] = x; x |= 6; } \
      PRAGMA(omp atomic capture) { old[3] = x; x &= 3; } \
      PRAGMA(omp atomic capture) { old[4] = x; x ^= 1; } \
      PRAGMA(omp atomic compare capture) { old[5] = x; if (x < (T)9) { x = (T)9; } } \
      PRAGMA(omp atomic compare capture) { old[6] = x; if (x > (T)5) { x = (T)5; } } \
      PRAGMA(omp atomic capture) { old[7] = x; x = 0; } \
      PRAGMA(omp parallel for num_threads(4)) \
      for (int i = 0; i < 15; i++) { \
        T before; \
        PRAGMA(omp atomic capture) before = x++; \
        PRAGMA(omp atomic) sum += before; \
      } \
    } \
    static const T want[8] = {1, 2, 1, 7, 3, 2, 9, 5}; \
    int bad = x != 15 || sum != 105; \
    for (int i = 0; i < 8; i++) \
      bad |= old[i] != want[i]; \
    if (bad) \
      printf("%s: %d %d %d %d %d %d %d %d, %d, %d\n", #T, old[0], old[1], old[2], old[3], old[4], old[5], old[6], old[7], x, sum); \
    return bad; \
  }

TEST(char, c)
TEST(signed char, sc)
TEST(unsigned char, uc)
TEST(short, s)
TEST(unsigned short, us)

int main(void)
{
  int bad = c() | sc() | uc() | s() | us();
  puts(bad ? "wrong" : "ok");
  return bad;
}
