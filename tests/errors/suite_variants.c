// Lines with the comment "wrong" are wrong, and all others are right.
void base(int); void v1(int); void v2(int, int); int v3(int); void v4(int); int notfn;
#pragma omp declare variant(v1) match(construct={parallel})
void b1(int);
#pragma omp declare variant(v2) match(construct={parallel}) // wrong
void b2(int);
#pragma omp declare variant(v3) match(construct={parallel}) // wrong
void b3(int);
#pragma omp declare variant(nosuch) match(construct={parallel}) // wrong
void b4(int);
#pragma omp declare variant(notfn) match(construct={parallel}) // wrong
void b5(int);
#pragma omp declare variant(v1) // wrong
void b6(int);
#pragma omp declare variant match(construct={parallel}) // wrong
void b7(int);
#pragma omp declare variant(v1) match() // wrong
void b8(int);
#pragma omp declare variant(v1) match(construct={}) // wrong
void b9(int);
#pragma omp declare variant(v1) match(bad={parallel}) // wrong
void b10(int);
#pragma omp declare variant(v1) match(construct={bad}) // wrong
void b11(int);
#pragma omp declare variant(v1) match(construct={parallel, for})
void b12(int);
#pragma omp declare variant(v1) match(construct={parallel}, construct={for}) // wrong
void b13(int);
#pragma omp declare variant(v1) match(device={kind(gpu)})
void b14(int);
#pragma omp declare variant(v1) match(device={kind(bad)}) // wrong
void b15(int);
#pragma omp declare variant(v1) match(device={kind}) // wrong
void b16(int);
#pragma omp declare variant(v1) match(device={kind(any, gpu)}) // wrong
void b17(int);
#pragma omp declare variant(v1) match(implementation={vendor(llvm)})
void b18(int);
#pragma omp declare variant(v1) match(implementation={vendor(score(5): llvm)})
void b19(int);
#pragma omp declare variant(v1) match(device={kind(score(5): gpu)}) // wrong
void b20(int);
#pragma omp declare variant(v1) match(user={condition(1)})
void b21(int);
#pragma omp declare variant(v1) match(user={condition(score(3): 1)})
void b22(int);
#pragma omp declare variant(v1) match(user={condition()}) // wrong
void b23(int);
#pragma omp declare variant(v1) match(construct={simd(simdlen(4), notinbranch)})
void b24(int);
#pragma omp declare variant(v1) match(construct={target, teams, parallel, for})
void b25(int);
#pragma omp declare variant(v1) match(construct={dispatch}) adjust_args(need_device_ptr: x) // wrong
void b26(int x);
#pragma omp declare variant(v1) match(construct={parallel}) adjust_args(nothing: x) // wrong
void b27(int x);
#pragma omp declare variant(v1) match(device={kind(gpu)}) match(device={kind(cpu)}) // wrong
void b29(int);
#pragma omp declare variant(b30) match(device={kind(gpu)}) // wrong
void b30(int);
#pragma omp begin declare variant match(device={kind(gpu)})
extern int w;
#pragma omp end declare variant
#pragma omp end declare variant // wrong
#pragma omp begin declare variant // wrong
#pragma omp end declare variant
int last;
