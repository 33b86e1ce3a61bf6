// Lines with the comment "wrong" are wrong, and all others are right.
int v;
#pragma omp declare simd // wrong
typedef int T;
#pragma omp declare simd // wrong
struct S { int x; };
#pragma omp declare simd
int f(int), g(int); // wrong
#pragma omp declare simd uniform // wrong
int h(int a);
#pragma omp declare simd uniform() // wrong
int i(int a);
#pragma omp declare simd linear // wrong
int j(int a);
#pragma omp declare simd simdlen // wrong
int k(int a);
#pragma omp declare simd notinbranch(1)
int l(int a);
#pragma omp declare smd // wrong
int m(int a);
#pragma omp declare // wrong
int n(int a);
