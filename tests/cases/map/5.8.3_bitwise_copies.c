// only: device
/* 5.1 §2.14.5: initialisation and assignment of list items are bitwise copies: signalling NaNs, padding and
 * representations that are no value arrive as they are. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct padded {
  char c;
  double d;
  char e;
};

int main(void)
{
  static uint64_t signalling[2] = {0x7ff0000000000001, 0xfff4000000000123};
  static unsigned char odd[4] = {0, 1, 2, 0xff};
  struct padded from, to;
  double values[2];
  bool truths[4];
  uint64_t seen[2] = {0};
  int padding = 0, representations = 0;
  memcpy(values, signalling, sizeof values);
  memcpy(truths, odd, sizeof truths);
  memset(&from, 0xa5, sizeof from);
  memset(&to, 0, sizeof to);
#pragma omp target map(tofrom: values, truths, from) map(from: to) map(tofrom: seen, padding, representations)
  {
    memcpy(seen, values, sizeof seen);
    for (unsigned i = 0; i < sizeof from; i++)
      padding += ((unsigned char *)&from)[i] == 0xa5, ((unsigned char *)&to)[i] = i;
    for (int i = 0; i < 4; i++)
      representations += ((unsigned char *)truths)[i] == (i == 3 ? 0xff : i);
  }
  int ok = !memcmp(seen, signalling, sizeof seen) && !memcmp(values, signalling, sizeof values);
  ok &= padding == (int)sizeof from && representations == 4 && !memcmp(truths, odd, sizeof odd);
  for (unsigned i = 0; i < sizeof to; i++)
    ok &= ((unsigned char *)&to)[i] == i && ((unsigned char *)&from)[i] == 0xa5;
  puts(ok ? "ok" : "copies are not bitwise");
  return 0;
}
