// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void); int a[10]; static int tp; enum { E1 };
#pragma omp threadprivate(tp)
struct inc; extern struct inc in;
void f(int argc, char **argv, int n, int v[n]) {
  const int ci = 5; 
  register int r = 1;
  #pragma omp parallel private // wrong
  foo();
  #pragma omp parallel private ( // wrong
  foo();
  #pragma omp parallel private () // wrong
  foo();
  #pragma omp parallel private (argc // wrong
  foo();
  #pragma omp parallel private (argc, // wrong
  foo();
  #pragma omp parallel private (argc)
  foo();
  #pragma omp parallel private (a[0]) // wrong
  foo();
  #pragma omp parallel private (argc+1) // wrong
  foo();
  #pragma omp parallel private (foo) // wrong
  foo();
  #pragma omp parallel private (E1) // wrong
  foo();
  #pragma omp parallel private (struct inc) // wrong
  foo();
  #pragma omp parallel private (in) // wrong
  foo();
  #pragma omp parallel private (nosuch) // wrong
  foo();
  #pragma omp parallel private (tp) // wrong
  foo();
  #pragma omp parallel firstprivate (tp) // wrong
  foo();
  #pragma omp parallel shared (tp) // wrong
  foo();
  #pragma omp parallel private (argc) shared (argc) // wrong
  foo();
  #pragma omp parallel private (argc, argc) // wrong
  foo();
  #pragma omp parallel firstprivate (argc) private (argc) // wrong
  foo();
  #pragma omp parallel private (ci) // wrong
  foo();
  #pragma omp parallel firstprivate (ci)
  foo();
  #pragma omp parallel private (r, v)
  r = 0;
  #pragma omp parallel copyin (argc) // wrong
  foo();
  #pragma omp parallel copyin (tp) copyin (tp) // wrong
  foo();
  #pragma omp parallel reduction // wrong
  foo();
  #pragma omp parallel reduction ( // wrong
  foo();
  #pragma omp parallel reduction () // wrong
  foo();
  #pragma omp parallel reduction (argc) // wrong
  foo();
  #pragma omp parallel reduction (+) // wrong
  foo();
  #pragma omp parallel reduction (+:) // wrong
  foo();
  #pragma omp parallel reduction (+: argc, ) // wrong
  foo();
  #pragma omp parallel reduction (foo: argc) // wrong
  foo();
  #pragma omp parallel reduction (&&: argc)
  foo();
  #pragma omp parallel reduction (^: argc)
  foo();
  #pragma omp parallel reduction (+: argv) // wrong
  foo();
  #pragma omp parallel reduction (+: ci) // wrong
  foo();
  #pragma omp parallel reduction (+: tp) // wrong
  foo();
  #pragma omp parallel reduction (+: argc) private (argc) // wrong
  foo();
  #pragma omp parallel reduction (+: argc) reduction(*: argc) // wrong
  foo();
  #pragma omp parallel reduction (task, +: argc) reduction(default, +: n)
  foo();
  #pragma omp parallel reduction (inscan, +: argc) // wrong
  foo();
  #pragma omp parallel reduction (other, +: argc) // wrong
  foo();
  #pragma omp parallel reduction (+: a[0:2])
  foo();
  #pragma omp parallel reduction (+: a[:])
  foo();
  #pragma omp parallel reduction (+: a[2:-1]) // wrong
  foo();
  #pragma omp parallel reduction (+: a[5:11]) // wrong
  foo();
  #pragma omp parallel reduction (+: v[:])
  foo();
  #pragma omp parallel proc_bind // wrong
  foo();
  #pragma omp parallel proc_bind () // wrong
  foo();
  #pragma omp parallel proc_bind (foo) // wrong
  foo();
  #pragma omp parallel proc_bind (close) proc_bind(spread) // wrong
  foo();
  #pragma omp parallel proc_bind (primary)
  foo();
  #pragma omp parallel default (other) // wrong
  foo();
  #pragma omp parallel default (none) default (shared) // wrong
  foo();
  #pragma omp parallel default (private)
  foo();
  #pragma omp parallel default (firstprivate) shared (argc)
  foo();
}
