// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n) {
#pragma omp target
  { foo(); // wrong
#pragma omp teams
    foo();
  }
#pragma omp target
#pragma omp teams
  foo();
#pragma omp target
  { 
#pragma omp teams
    foo();
  }
#pragma omp target
  {
#pragma omp target // wrong
    foo();
  }
#pragma omp target
  {
#pragma omp target data map(n) // wrong
    foo();
  }
#pragma omp target
#pragma omp distribute // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp teams
#pragma omp distribute
  for (int i = 0; i < n; i++) foo();
#pragma omp teams
  {
#pragma omp for // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp single // wrong
  foo();
#pragma omp critical // wrong
  foo();
#pragma omp barrier // wrong
#pragma omp parallel
  foo();
#pragma omp loop
  for (int i = 0; i < n; i++) foo();
  }
#pragma omp parallel
#pragma omp distribute // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp for
  for (int i = 0; i < n; i++) {
#pragma omp for // wrong
    for (int j = 0; j < n; j++) foo();
#pragma omp single // wrong
    foo();
#pragma omp sections // wrong
    { foo(); }
#pragma omp barrier // wrong
#pragma omp master // wrong
    foo();
#pragma omp masked // wrong
    foo();
#pragma omp ordered // wrong
    foo();
#pragma omp critical
    foo();
#pragma omp task
    foo();
#pragma omp parallel
#pragma omp for
    for (int j = 0; j < n; j++) foo();
  }
#pragma omp critical (x)
  {
#pragma omp critical (y)
    foo();
#pragma omp critical (x) // wrong
    foo();
#pragma omp ordered // wrong
    foo();
#pragma omp for // wrong
    for (int j = 0; j < n; j++) foo();
  }
#pragma omp task
  {
#pragma omp for // wrong
    for (int j = 0; j < n; j++) foo();
#pragma omp barrier // wrong
    ;
#pragma omp taskwait
  }
#pragma omp simd
  for (int i = 0; i < n; i++) {
#pragma omp parallel // wrong
    foo();
#pragma omp ordered simd
    foo();
#pragma omp ordered // wrong
    foo();
#pragma omp simd
    for (int j = 0; j < n; j++) ;
#pragma omp critical // wrong
    foo();
#pragma omp taskwait // wrong
  }
#pragma omp loop bind(thread)
  for (int i = 0; i < n; i++) {
#pragma omp barrier // wrong
#pragma omp single // wrong
    foo();
#pragma omp loop
    for (int j = 0; j < n; j++) ;
  }
}
