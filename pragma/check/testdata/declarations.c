struct S { int n; double *p; };
int g;
#pragma omp declare mapper(struct S s) map(s, s.p[0:s.n])
#pragma omp declare mapper(struct S)
#pragma omp declare mapper(my : struct S s)
#pragma omp declare reduction(r : int)
#pragma omp declare reduction(r : int : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp declare reduction(* : struct S : omp_out.n *= omp_in.n)
#pragma omp declare reduction(1 : int : omp_out += omp_in)
#pragma omp declare simd uniform(b) linear(i: 1) notinbranch
double f(double *b, int i);
#pragma omp declare simd uniform(c)
double f2(double *b, int i);
#pragma omp declare simd inbranch notinbranch
double f3(double *b, int i);
#pragma omp declare simd
int notafunction;
#pragma omp declare variant(f)
double g2(double *b, int i);
#pragma omp declare variant(f) match(devise={kind(gpu)})
double g3(double *b, int i);
#pragma omp declare variant(f) match(device={kind(gpux)})
double g4(double *b, int i);
#pragma omp declare variant(f) match(device={king(gpu)})
double g5(double *b, int i);
#pragma omp declare variant(f) match(device={kind(gpu)}, device={isa("sm_80")})
double g6(double *b, int i);
#pragma omp declare variant(f) match(construct={target, parallel}) adjust_args(need_device_ptr: b)
double g7(double *b, int i);
#pragma omp declare variant match(device={kind(gpu)})
double g8(double *b, int i);
#pragma omp declare target to(g) device_type(gpu)
#pragma omp declare target link(f)
#pragma omp declare target nonsense(g)
#pragma omp declare simd
