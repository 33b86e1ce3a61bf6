// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n, int *a) {
#pragma omp tile sizes(4)
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(4, 4)
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) foo();
#pragma omp tile // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes() // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(0) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(-1) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(1.5) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(2) sizes(2) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++) foo(); // wrong
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) foo(); // wrong
#pragma omp tile sizes(2) collapse(2) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp tile sizes(2)
  for (int i = 0; i < n; i++) { if (n) break; } // wrong
#pragma omp tile sizes(2)
  foo(); // wrong
#pragma omp unroll
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll full // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll full
  for (int i = 0; i < 4; i++) foo();
#pragma omp unroll partial
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll partial(4)
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll partial(0) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll partial(n) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll partial full // wrong
  for (int i = 0; i < 4; i++) foo();
#pragma omp unroll partial partial // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll collapse(2) // wrong
  for (int i = 0; i < n; i++) foo();
#pragma omp unroll
  while (n) foo(); // wrong
#pragma omp for
#pragma omp unroll partial(2)
  for (int i = 0; i < n; i++) foo();
#pragma omp for
#pragma omp tile sizes(2)
  for (int i = 0; i < n; i++) foo();
#pragma omp for
#pragma omp unroll full // wrong
  for (int i = 0; i < 4; i++) foo();
#pragma omp for collapse(2)
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) foo();
#pragma omp for collapse(2) // wrong
#pragma omp unroll partial(2)
  for (int i = 0; i < n; i++) foo();
}
