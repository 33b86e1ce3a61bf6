#include "counter.h"

int calls_on_device = 0;
const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

int nth_prime_sum(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += primes[i];
  #pragma omp atomic
  calls_on_device++;
  return sum;
}
