// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n) {
#pragma omp sections
  { foo();
#pragma omp section
    foo();
#pragma omp section
    { foo(); }
  }
#pragma omp sections
  {
    foo();
    foo();
  }
#pragma omp sections
  foo(); // wrong
#pragma omp sections
  {
#pragma omp section nowait // wrong
    foo();
#pragma omp section private(n) // wrong
    foo();
#pragma omp section // wrong
  }
#pragma omp sections private(n) lastprivate(n) // wrong
  { foo(); }
#pragma omp sections firstprivate(n) lastprivate(n) // wrong
  { foo(); }
#pragma omp sections shared(n) // wrong
  { foo(); }
#pragma omp sections schedule(static) // wrong
  { foo(); }
#pragma omp sections reduction(+: n) nowait // wrong
  { n++; }
#pragma omp sections reduction(inscan, +: n) // wrong
  { n++; }
#pragma omp parallel sections nowait // wrong
  { foo(); }
#pragma omp parallel sections num_threads(2) private(n)
  { n = 1; }
#pragma omp parallel sections copyin(n) // wrong
  { foo(); }
#pragma omp sections
  { 
#pragma omp section
    foo();
#pragma omp section
    foo();
    foo();
  }
#pragma omp sections
  {
#pragma omp section
    return; // wrong
#pragma omp section
    goto l; // wrong
  }
l: ;
#pragma omp sections
  {
#pragma omp cancel sections
#pragma omp section
#pragma omp cancellation point sections
  }
}
