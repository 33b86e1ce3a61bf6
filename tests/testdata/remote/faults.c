/* What goes wrong on the last device, for TestRemoteFaults. */
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#ifdef OTHER
int another_image;
#endif

static long system_call(long number, long a, long b)
{
  __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b) : "rcx", "r11", "memory");
  return number;
}

int main(int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int device = omp_get_num_devices() - 1, a[100];
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
    {
      printf("before the fault\n");
      *p = 1;
    }
  } else if (!strcmp(how, "memory")) {
    char *big = (char *)a;
#pragma omp target map(alloc: big[0:1ul<<50]) device(device)
    big[0] = 1;
  } else if (!strcmp(how, "endless")) {
#pragma omp target device(device) map(tofrom: a)
    for (volatile int *p = a; p[5];)
      ;
  } else if (!strcmp(how, "hang")) {
#pragma omp target map(tofrom: a) device(device)
    {
      if (!omp_is_initial_device()) {
        system_call(SYS_kill, system_call(SYS_getpid, 0, 0), SIGSTOP);
        system_call(SYS_pause, 0, 0);
      }
      a[5]++;
    }
  }
  printf("end %d\n", a[5]);
}
