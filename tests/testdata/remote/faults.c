/* What goes wrong on the last device, for TestRemoteFaults. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef OTHER
int another_image;
#endif

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int device = omp_get_num_devices() - 1, a[100], host = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp target map(tofrom: a) device(device)
  for (int i = 0; i < 100; i++)
    a[i]++;
  printf("once %d\n", a[5]);
  fflush(stdout);
  if (!strcmp(how, "access")) {
    int *p = NULL;
#pragma omp target device(device) firstprivate(p)
    *p = 1;
  } else if (!strcmp(how, "memory")) {
    char *big = (char *)a;
#pragma omp target map(alloc: big[0:1ul<<50]) device(device)
    big[0] = 1;
  } else if (!strcmp(how, "hang")) {
    for (int i = 0; i < 400 && !host; i++, usleep(20000)) {
#pragma omp target map(from: host) device(device)
      host = omp_is_initial_device();
    }
#pragma omp target map(tofrom: a) device(device)
    a[5]++;
  }
  printf("end %d\n", a[5]);
}
