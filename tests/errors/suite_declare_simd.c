// Lines with the comment "wrong" are wrong, and all others are right.
#pragma omp declare simd
int f1(int a, int *b);
#pragma omp declare simd simdlen(8) uniform(b) linear(a: 2) aligned(b: 16)
int f2(int a, int *b);
#pragma omp declare simd inbranch notinbranch // wrong
int f3(int a);
#pragma omp declare simd inbranch inbranch // wrong
int f4(int a);
#pragma omp declare simd simdlen(0) // wrong
int f5(int a);
#pragma omp declare simd simdlen(4) simdlen(8) // wrong
int f6(int a);
#pragma omp declare simd uniform(x) // wrong
int f7(int a);
#pragma omp declare simd uniform(a) linear(a) // wrong
int f8(int a);
#pragma omp declare simd simdlen(2)
int f9(int a);
#pragma omp declare simd linear(a: b) uniform(b)
int f10(int a, int b);
#pragma omp declare simd linear(a: b) // wrong
int f11(int a, int b);
#pragma omp declare simd aligned(a) // wrong
int f12(int a);
#pragma omp declare simd linear(val(a): 1)
int f13(int a);
#pragma omp declare simd linear(ref(a)) // wrong
int f14(int a);
#pragma omp declare simd linear(d) // wrong
int f15(double d);
#pragma omp declare simd private(a) // wrong
int f16(int a);
#pragma omp declare simd uniform(a) // wrong
int v;
#pragma omp declare simd
#pragma omp declare simd simdlen(2)
#pragma omp declare simd simdlen(4)
int f17(int a);
#pragma omp declare simd // wrong
