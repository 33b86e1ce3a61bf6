// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n) {
#pragma omp critical (a b) // wrong
  foo();
#pragma omp critical () // wrong
  foo();
#pragma omp critical (1) // wrong
  foo();
#pragma omp critical (a) (b) // wrong
  foo();
#pragma omp critical hint(1) // wrong
  foo();
#pragma omp critical (a) hint(2)
  foo();
#pragma omp critical (aa), hint(2)
  foo();
#pragma omp critical (a) hint(n) // wrong
  foo();
#pragma omp critical (a) nowait // wrong
  foo();
#pragma omp barrier nowait // wrong
#pragma omp barrier (x) // wrong
#pragma omp taskwait depend(in: n)
#pragma omp taskwait depend(depobj: n) // wrong
#pragma omp taskwait depend(out: n) nowait
#pragma omp taskwait nowait // wrong
#pragma omp taskyield x // wrong
#pragma omp flush
#pragma omp flush (n)
#pragma omp flush () // wrong
#pragma omp flush (n+1) // wrong
#pragma omp flush acquire
#pragma omp flush acquire (n) // wrong
#pragma omp flush release acquire // wrong
#pragma omp flush seq_cst
#pragma omp flush relaxed // wrong
#pragma omp flush (foo) // wrong
#pragma omp flush (n), (n) // wrong
#pragma omp single nowait
  foo();
#pragma omp single copyprivate(n) nowait // wrong
  foo();
#pragma omp single private(n) firstprivate(n) // wrong
  foo();
#pragma omp single shared(n) // wrong
  foo();
#pragma omp master nowait // wrong
  foo();
#pragma omp masked filter(n)
  foo();
#pragma omp masked filter // wrong
  foo();
#pragma omp masked filter(1) filter(2) // wrong
  foo();
#pragma omp masked filter(1.5) // wrong
  foo();
#pragma omp scope private(n)
  foo();
#pragma omp scope nowait nowait // wrong
  foo();
#pragma omp scope default(none) // wrong
  foo();
#pragma omp taskgroup task_reduction(+: n)
  foo();
#pragma omp taskgroup task_reduction(task, +: n) // wrong
  foo();
#pragma omp taskgroup nowait // wrong
  foo();
#pragma omp error // wrong
#pragma omp error at(execution) severity(warning) message("hi")
#pragma omp error at(other) // wrong
#pragma omp error at(compilation) severity(fatal) message("stop") // wrong
#pragma omp error message(n) // wrong
#pragma omp nothing
#pragma omp nothing x // wrong
#pragma omp assume holds(n > 0)
  foo();
#pragma omp assume // wrong
  foo();
#pragma omp assume no_openmp no_openmp // wrong
  foo();
#pragma omp assume absent(foo) // wrong
  foo();
#pragma omp assume absent(parallel) contains(parallel) // wrong
  foo();
#pragma omp foo // wrong
#pragma omp // wrong
#pragma omp parallel for for // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp end target // wrong
#pragma omp end declare target // wrong
#pragma omp section // wrong
  foo();
#pragma omp scan inclusive(n) // wrong
#pragma omp cancel parallel // wrong
#pragma omp cancellation point for // wrong
#pragma omp ordered
  foo();
}
