/* A small library whose functions and state live on the host and on the device. */
#pragma omp declare target
extern int calls_on_device;
extern const int primes[8];
int nth_prime_sum(int n);
#pragma omp end declare target
