// gcc: no (gcc-12 does not implement reverse offload)
/* OpenMP 5.2 §13.8: a reverse-offload region with more data than goes at once, of several sizes and alignments. */
#include <stdio.h>
#include <stdlib.h>
#pragma omp requires reverse_offload

enum { BYTES = 70001, WORDS = 12000 };
static long total;

#pragma omp begin declare target
static unsigned char next(unsigned *s) { return (unsigned char)((*s = *s * 1664525 + 1013904223) >> 24); }

/* exchange sends n bytes that begin at an odd address, and gets each of them plus one. */
static int exchange(int n)
{
  unsigned char *block = malloc(n + 1), *odd = block + 1;
  unsigned seed = (unsigned)n;
  int bad = 0;
  if (!block) return -1;
  for (int i = 0; i < n; i++) odd[i] = next(&seed);
#pragma omp target device(ancestor: 1) map(tofrom: odd[0:n]) firstprivate(n)
  {
    unsigned want = (unsigned)n;
    for (int i = 0; i < n; i++) {
      total += odd[i] == next(&want);
      odd[i]++;
    }
  }
  seed = (unsigned)n;
  for (int i = 0; i < n; i++) bad += odd[i] != (unsigned char)(next(&seed) + 1);
  free(block);
  return bad;
}
#pragma omp end declare target

int main(void)
{
  static const int sizes[] = {1, 7, 8, 16367, 16368, 16369, 32736, BYTES};
  int bad = 0, count = sizeof sizes / sizeof *sizes;
  long all = 0;
#pragma omp target map(tofrom: bad) map(to: sizes)
  {
    for (int i = 0; i < count; i++) bad += exchange(sizes[i]) != 0;
    double words[WORDS];
    for (int i = 0; i < WORDS; i++) words[i] = i;
#pragma omp target device(ancestor: 1) map(tofrom: words)
    for (int i = 0; i < WORDS; i++) words[i] *= 2;
    for (int i = 0; i < WORDS; i++) bad += words[i] != 2 * i;
  }
  for (int i = 0; i < count; i++) all += sizes[i];
  if (bad || total != all) return printf("%d bad, %ld of %ld bytes are right on the host\n", bad, total, all), 1;
  puts("ok");
}
