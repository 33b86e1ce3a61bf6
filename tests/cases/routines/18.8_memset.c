// only: device
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; // a program without device code has no devices
  int h = omp_get_initial_device(), d = omp_get_default_device(), bad = 0;
  unsigned char b[8];
  void *p = omp_target_alloc(8, d);
  bad += omp_target_memset(p, 0xab, 8, d) != p;
  omp_target_memcpy(b, p, 8, 0, 0, h, d);
  for (int i = 0; i < 8; i++)
    bad += b[i] != 0xab;
  omp_target_free(p, d);
  puts(bad == 0 ? "ok" : "omp_target_memset");
  return 0;
}
