// Each thread splits a string of its own: on GPUs strtok goes on in the string that the same thread gave last.
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[64][8];
  int words[64], wrong = 0;
  for (int i = 0; i < 64; i++)
    strcpy(s[i], i % 2 ? "a b" : "a b c");
#pragma omp target map(tofrom: s) map(from: words)
#pragma omp parallel for num_threads(64)
  for (int i = 0; i < 64; i++) {
    int n = 0;
    for (char *p = strtok(s[i], " "); p; p = strtok(0, " "))
      n++;
    words[i] = n;
  }
  for (int i = 0; i < 64; i++)
    wrong += words[i] != (i % 2 ? 2 : 3);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
