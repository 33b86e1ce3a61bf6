// gcc: no (does not know iterators of motion clauses)
// OpenMP 5.1, appendix B.2: what it brought to clauses, as a program uses it: default(private), has_device_addr,
// iterators in motion clauses, defaultmap(present), omp_all_memory, inoutset, taskwait nowait, strict grainsize,
// scope, filter, seq_cst on flush, thread_limit on target, compare on atomic.
#include <omp.h>
#include <stdio.h>
int main(void) {
  int bad = 0, x = 3, y = 4, a[16];
  #pragma omp parallel num_threads(2) default(firstprivate) shared(bad)
  { x++; if (x != 4) {
    #pragma omp atomic write
    bad = 1; } }
  #pragma omp parallel num_threads(2) default(private) 
  { x = 9; y = x; }
  if (x != 3 || y != 4) bad |= 2;
  for (int i = 0; i < 16; i++) a[i] = i;
  #pragma omp target data map(tofrom: a) use_device_addr(a)
  {
    #pragma omp target has_device_addr(a)
    for (int i = 0; i < 16; i++) a[i] += 1;
  }
  if (a[15] != 16) bad |= 4;
  #pragma omp target enter data map(to: a)
  #pragma omp target
  for (int i = 0; i < 16; i++) a[i] += 1;
  #pragma omp target update from(iterator(i = 0:8): a[2 * i])
  if (a[14] != 16) bad |= 8;
  #pragma omp target defaultmap(present)
  a[0] = 100;
  #pragma omp target update from(present: a[0:1])
  if (a[0] != 100) bad |= 16;
  #pragma omp target exit data map(delete: a)
  int s = 0, m = 0, order = 0;
  #pragma omp parallel num_threads(4)
  {
    #pragma omp scope reduction(+: s) nowait
    s += 2;
    #pragma omp masked filter(1)
    m = omp_get_thread_num() + 10;
    #pragma omp barrier
    #pragma omp single
    {
      #pragma omp task depend(out: omp_all_memory)
      order = 1;
      #pragma omp task depend(inoutset: x) depend(in: order)
      if (order != 1) bad |= 32;
      #pragma omp taskwait depend(in: x) nowait
      #pragma omp taskwait
      #pragma omp taskloop grainsize(strict: 3) 
      for (int i = 0; i < 10; i++) 
      #pragma omp atomic
        order++;
      #pragma omp taskloop num_tasks(strict: 4)
      for (int i = 0; i < 10; i++) 
      #pragma omp atomic
        order++;
    }
  }
  if (s != 8 || m != 11 || order != 21) bad |= 64;
  #pragma omp flush seq_cst
  #pragma omp target thread_limit(2) map(from: m)
  {
    m = omp_get_thread_limit();
  }
  if (m > 2) bad |= 128;
  int v, e = 5, d = 7;
  #pragma omp atomic compare
  if (e == 5) { e = d; }
  #pragma omp atomic compare capture
  { v = e; if (e > 3) { e = 3; } }
  if (e != 3 || v != 7) bad |= 256;
  #pragma omp atomic compare seq_cst fail(acquire)
  if (e == 3) { e = 4; }
  if (e != 4) bad |= 512;
  printf(bad ? "bad %x\n" : "ok\n", bad);
  return bad;
}
