/* Two files and a static archive: main.c calls device functions of counter.c
   and reads its declare target globals. */
#include <stdio.h>

#include "counter.h"

int main(void) {
  int sums[9];

  #pragma omp target teams distribute parallel for map(from: sums)
  for (int i = 0; i <= 8; i++)
    sums[i] = nth_prime_sum(i);

  printf("sums of primes:");
  for (int i = 0; i <= 8; i++)
    printf(" %d", sums[i]);
  #pragma omp target update from(calls_on_device)
  printf("\nthe device counted %d calls\n", calls_on_device);

  calls_on_device = 100;
  #pragma omp target update to(calls_on_device)
  #pragma omp target map(from: sums[0:1])
  sums[0] = nth_prime_sum(2) + calls_on_device;
  printf("after the update: %d\n", sums[0]);
  return 0;
}
