// gcc: no (gcc-12 does not know atomic compare)
#include <stdio.h>

/* Each thread changes objects of 1 and 2 bytes that share 32-bit words with others. */

enum { N = 64, STEPS = 320 };

struct mixed {
  unsigned char before, add, sub, xor, and, or;
  signed char min, max, reverse;
  _Bool flag, lost;
  unsigned short taken, shifted, mul;
  short compared, low;
  unsigned char after;
};

static int check(const struct mixed *m, const int *seen)
{
  int bad = m->before != 17 || m->after != 23;
  bad += m->add != (STEPS & 255) || m->sub != (unsigned char)-STEPS || m->xor != 0 || m->and != 0xf0 || m->or != 0x3f;
  bad += m->min != -60 || m->max != 60 || !m->flag || m->lost;
  bad += m->taken != STEPS || m->shifted != 1 << 8 || m->mul != 6561 || m->compared != N || m->low != -63;
  for (int i = 0; i < STEPS; i++)
    bad += seen[i] != 1; // each step has taken a number of its own
  return bad;
}

int main(void)
{
  struct mixed m = {.before = 17, .after = 23, .and = 0xff, .flag = 0, .lost = 1, .shifted = 1, .mul = 1};
  int seen[STEPS] = {0};
  unsigned char cells[8] = {0};
#pragma omp target parallel for num_threads(N) map(tofrom: m, seen, cells)
  for (int i = 0; i < STEPS; i++) {
    unsigned short mine;
    _Bool was;
#pragma omp atomic
    m.add++;
#pragma omp atomic
    m.sub -= 1;
#pragma omp atomic
    m.xor ^= 1 << i % 5;
#pragma omp atomic
    m.and &= ~(1 << i % 4);
#pragma omp atomic
    m.or |= 1 << i % 6;
#pragma omp atomic compare
    if (m.min > i % 121 - 60) m.min = i % 121 - 60;
#pragma omp atomic compare
    m.max = m.max < i % 121 - 60 ? i % 121 - 60 : m.max;
#pragma omp atomic
    m.reverse = 1 - m.reverse;
#pragma omp atomic capture
    mine = m.taken++;
#pragma omp atomic capture
    { was = m.flag; m.flag = 1; }
    if (was) {
#pragma omp atomic
      m.lost = m.lost & 0;
    }
    if (i % 40 == 0) {
#pragma omp atomic
      m.shifted <<= 1;
#pragma omp atomic
      m.mul *= 3;
    }
    if (i < N) {
      short old, got = 0;
      do {
        old = got;
#pragma omp atomic compare capture
        { got = m.compared; if (m.compared == old) { m.compared = old + 1; } }
      } while (got != old);
    }
#pragma omp atomic compare
    if (m.low > -(i % N)) m.low = -(i % N);
#pragma omp atomic
    seen[mine]++;
#pragma omp atomic
    cells[i % 8] += 1;
  }
  int bad = check(&m, seen) || m.reverse != STEPS % 2;
  for (int k = 0; k < 8; k++)
    bad += cells[k] != STEPS / 8;
  puts(bad ? "a narrow atomic update is wrong" : "ok");
  return 0;
}
