// gcc: no (gcc-12 ignores the attributes)
// A file without device constructs whose host directives are attributes (5.2 §3.1).
#include <stdio.h>
#include <omp.h>
[[omp::decl(threadprivate)]] static int tp;
int main(void) {
  int s = 0;
  [[omp::directive(parallel num_threads(3))]] tp = omp_get_thread_num() + 1;
  [[omp::directive(parallel num_threads(3) reduction(+: s))]] s += tp;
  puts(s == 6 ? "ok" : "bad");
  return 0;
}
