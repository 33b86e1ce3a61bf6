// A histogram has fewer bins than there are values.
#include <stdio.h>

#ifdef MISTAKE
#define BINS 9
#else
#define BINS 10
#endif

int main(void) {
  unsigned bin[10] = {0};
  int value[100];
  for (int i = 0; i < 100; i++)
    value[i] = i / 10;
#pragma omp target map(to: value) map(tofrom: bin[0:BINS])
  for (int i = 0; i < 91; i++) {
#pragma omp atomic
    bin[value[i]]++;
  }
  puts(bin[9] == 1 && bin[0] == 10 ? "ok" : "wrong");
  return 0;
}
