// Lines with the comment "wrong" are wrong, and all others are right.
struct S { int x; };
#pragma omp declare reduction(add: struct S: omp_out.x += omp_in.x) initializer(omp_priv.x = 0) // wrong
#pragma omp declare reduction(add1: struct S: omp_out.x += omp_in.x) initializer(omp_priv = {0})
#pragma omp declare reduction // wrong
#pragma omp declare reduction( // wrong
#pragma omp declare reduction() // wrong
#pragma omp declare reduction(foo) // wrong
#pragma omp declare reduction(foo:) // wrong
#pragma omp declare reduction(foo: int) // wrong
#pragma omp declare reduction(foo: int:) // wrong
#pragma omp declare reduction(foo: int: omp_out += omp_in // wrong
int after;
