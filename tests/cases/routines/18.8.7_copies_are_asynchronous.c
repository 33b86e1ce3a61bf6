// only: device
// gcc: no (gcc-12 has no asynchronous routines)
/* 5.1 §3.8.7, §3.8.8: the routines generate a target task with nowait: they return before the copy is made where a task
 * that their depend objects wait for is not complete, and with offsets on both sides. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
  ; /* a program without device code has no devices */
  int host = omp_get_initial_device(), device = omp_get_default_device();
  int started = 0, returned = 0, early = 0, a[8] = {0}, b[8] = {0}, box[2] = {0};
  int *p = omp_target_alloc(sizeof a, device);
  size_t one[] = {2}, none[] = {0}, at[] = {3}, ends[] = {2}, all[] = {8};
  omp_depend_t o;
#pragma omp depobj(o) depend(inout: a)
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out: a) shared(a, started, returned)
    {
#pragma omp atomic write
      started = 1;
      for (int go = 0; !go;) {
#pragma omp atomic read
        go = returned;
      }
      for (int i = 0; i < 8; i++)
        a[i] = i + 1;
    }
    for (int go = 0; !go;) { /* the other thread executes it */
#pragma omp atomic read
      go = started;
    }
    early += omp_target_memcpy_async(p, a, 6 * sizeof(int), sizeof(int), 2 * sizeof(int), device, host, 1, &o) == 0;
    early += omp_target_memcpy_rect_async(box, p, sizeof(int), 1, one, none, at, ends, all, host, device, 1, &o) == 0;
    early += omp_target_memcpy_async(b, p, 6 * sizeof(int), 2 * sizeof(int), sizeof(int), host, device, 1, &o) == 0;
    early += a[7] == 0 && b[7] == 0 && box[1] == 0;
#pragma omp atomic write
    returned = 1;
#pragma omp taskwait
  }
#pragma omp depobj(o) destroy
  omp_target_free(p, device);
  puts(early == 4 && b[0] == 0 && b[2] == 3 && b[7] == 8 && box[0] == 5 && box[1] == 6 ? "ok" : "asynchronous routines");
  return 0;
}
