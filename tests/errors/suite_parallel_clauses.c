// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void); extern int x; int a[10]; static int tp;
#pragma omp threadprivate(tp)
struct S; extern struct S inc;
void f(int argc, char **argv) {
  #pragma omp parallel { // wrong
  foo();
  #pragma omp parallel ( // wrong
  foo();
  #pragma omp parallel [ // wrong
  foo();
  #pragma omp parallel ] // wrong
  foo();
  #pragma omp parallel unknown // wrong
  foo();
  #pragma omp parallel if // wrong
  foo();
  #pragma omp parallel if ( // wrong
  foo();
  #pragma omp parallel if () // wrong
  foo();
  #pragma omp parallel if (argc // wrong
  foo();
  #pragma omp parallel if (argc)) // wrong
  foo();
  #pragma omp parallel if (argc > 0 ? argv[1] : argv[2])
  foo();
  #pragma omp parallel if (inc) // wrong
  foo();
  #pragma omp parallel if (argc) if (argc) // wrong
  foo();
  #pragma omp parallel if (parallel : argc) if (parallel:argc) // wrong
  foo();
  #pragma omp parallel if (for:argc) // wrong
  foo();
  #pragma omp parallel num_threads // wrong
  foo();
  #pragma omp parallel num_threads ( // wrong
  foo();
  #pragma omp parallel num_threads () // wrong
  foo();
  #pragma omp parallel num_threads (argc)) // wrong
  foo();
  #pragma omp parallel num_threads (inc) // wrong
  foo();
  #pragma omp parallel num_threads (-1) // wrong
  foo();
  #pragma omp parallel num_threads (0) // wrong
  foo();
  #pragma omp parallel num_threads (3.0) // wrong
  foo();
  #pragma omp parallel num_threads (argv) // wrong
  foo();
  #pragma omp parallel num_threads (argc) num_threads (2) // wrong
  foo();
  #pragma omp parallel default // wrong
  foo();
  #pragma omp parallel default ( // wrong
  foo();
  #pragma omp parallel default (none // wrong

  foo();
}
