// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n, int *a) {
  int x = 0;
#pragma omp teams num_teams(4) thread_limit(2)
  foo();
#pragma omp teams num_teams(2: 4)
  foo();
#pragma omp teams num_teams(4: 2) // wrong
  foo();
#pragma omp teams num_teams(0) // wrong
  foo();
#pragma omp teams num_teams(1.5) // wrong
  foo();
#pragma omp teams num_teams(2) num_teams(3) // wrong
  foo();
#pragma omp teams nowait // wrong
  foo();
#pragma omp teams lastprivate(x) // wrong
  foo();
#pragma omp teams default(none) // none
  x++; // wrong
#pragma omp teams reduction(+: x)
  x++;
#pragma omp teams reduction(task, +: x) // wrong
  x++;
#pragma omp teams distribute dist_schedule(static, 4)
  for (int i = 0; i < n; i++) foo();
#pragma omp teams distribute dist_schedule(dynamic) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp teams distribute dist_schedule(static, 0) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp teams distribute schedule(static) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp teams distribute ordered // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp teams distribute lastprivate(x)
  for (int i = 0; i < n; i++) x = i;
#pragma omp teams distribute firstprivate(x) lastprivate(x) // wrong
  for (int i = 0; i < n; i++) x = i;
#pragma omp teams distribute linear(x) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp teams distribute parallel for ordered // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp loop // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp loop bind(parallel)
  for (int i = 0; i < n; i++) foo();
#pragma omp loop bind(bad) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp loop bind(thread) bind(thread) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp parallel
#pragma omp loop
  for (int i = 0; i < n; i++) a[i] = 0;
#pragma omp parallel loop lastprivate(x) // wrong
  for (int i = 0; i < n; i++) x = i;
#pragma omp teams loop collapse(2) reduction(+: x)
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x++;
#pragma omp loop bind(thread) nowait // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp loop bind(thread) schedule(static) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp loop bind(thread) firstprivate(x) // wrong
  for (int i = 0; i < n; i++) foo();
}
