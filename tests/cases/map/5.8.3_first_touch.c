// only: device
// gpu: no (its memory is not the host's)
// remote: no (its memory is not the host's)
// What is mapped without a copy in is touched first by the threads of the kernel: its
// pages then lie near them. Idle blocks that are used again may have pages.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, PAGES = 16384 };

/* resident is how many pages of a block there are. */
static long resident(char *p)
{
  static unsigned char in[PAGES];
  long n = 0;
  if (mincore((char *)(((unsigned long)p + PAGE - 1) & -(unsigned long)PAGE), (size_t)(PAGES - 1) * PAGE, in))
    return -1;
  for (int i = 0; i < PAGES - 1; i++)
    n += in[i] & 1;
  return n;
}

int main(void)
{
  size_t size = (size_t)PAGES * PAGE;
  char *a = malloc(size);
#pragma omp target enter data map(alloc: a[0:size])
  char *dev = omp_get_mapped_ptr(a, omp_get_default_device());
  long before = resident(dev);
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < size / 2; i += PAGE)
    a[i] = 1;
  long half = resident(dev);
#pragma omp target teams distribute parallel for
  for (size_t i = 0; i < size; i += PAGE)
    a[i] = 2;
  long all = resident(dev);
#pragma omp target exit data map(delete: a[0:size])
  int wrong = before > PAGES / 16 || half < PAGES / 2 - 8 || half > PAGES / 2 + PAGES / 16 || all < PAGES - 1;
  if (wrong)
    printf("%ld pages before, %ld after a half, %ld after all was written, of %d\n", before, half, all, PAGES);
  puts(wrong ? "wrong" : "ok");
  free(a);
  return 0;
}
