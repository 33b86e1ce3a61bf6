// finds: missing_barrier.c:(8|11): data race: (write|read)
int main(void)
{
  int a[256] = {0}, b[256];
#pragma omp target parallel map(tofrom: a) map(from: b) num_threads(256)
  {
#pragma omp for nowait
    for (int i = 0; i < 256; i++) a[i] = i;
    /* the barrier that nowait takes away is needed */
#pragma omp for
    for (int i = 0; i < 256; i++) b[i] = a[255 - i];
  }
  return 0;
}
