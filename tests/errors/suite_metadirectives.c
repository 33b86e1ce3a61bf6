// Lines with the comment "wrong" are wrong, and all others are right.
void foo(void);
void f(int n) {
#pragma omp metadirective when(user={condition(1)}: parallel) default(nothing)
  foo();
#pragma omp metadirective when(user={condition(1)}: parallel) otherwise(nothing)
  foo();
#pragma omp metadirective // wrong
  foo();
#pragma omp metadirective when() // wrong
  foo();
#pragma omp metadirective when(user={condition(1)} parallel) // wrong
  foo();
#pragma omp metadirective when(bad={x}: parallel) // wrong
  foo();
#pragma omp metadirective when(user={condition(1)}: bad) // wrong
  foo();
#pragma omp metadirective default(parallel) default(parallel) // wrong
  foo();
#pragma omp metadirective when(user={condition(n)}: parallel) default()
  foo();
#pragma omp metadirective when(device={arch("nvptx64")}: parallel) default(parallel num_threads(-1)) // wrong
  foo();
#pragma omp metadirective other(parallel) // wrong
  foo();
#pragma omp metadirective when(user={condition(1)}: metadirective when(user={condition(1)}: parallel)) // wrong
  foo();
#pragma omp begin metadirective when(user={condition(1)}: parallel)
  foo();
#pragma omp end metadirective
#pragma omp end metadirective // wrong
}
