// only: device
/* OpenMP 5.2 §18.7, §18.8: a program that has no device code has its devices, too. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
  int device = omp_get_default_device(), host = omp_get_initial_device();
  char text[8] = "devices", back[8] = "";
  char *p = omp_target_alloc(sizeof text, device);
  int bad = omp_get_num_devices() < 1 || device == host || !p;
  bad += omp_target_memcpy(p, text, sizeof text, 0, 0, device, host);
  bad += omp_target_memcpy(back, p, sizeof text, 0, 0, host, device);
  omp_target_free(p, device);
  puts(bad || strcmp(back, text) ? "no device" : "ok");
  return 0;
}
