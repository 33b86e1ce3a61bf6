/* The host may be the other thread where devices share its memory: atomic operations
 * and flushes are of the whole system's scope then (OpenMP 5.2 §8.2). */
#pragma omp requires unified_shared_memory
void f(int *flag, int *data)
{
#pragma omp target
  {
    int set;
#pragma omp atomic read acquire
    set = *flag;
#pragma omp flush
#pragma omp atomic
    *data += set;
    __atomic_store_n(flag, 0, __ATOMIC_RELEASE);
  }
}
