// Lines with the comment "wrong" are wrong, and all others are right.
void foo(float fl, double d, _Complex double cd, int *p, _Bool b, struct { int x; } st, unsigned char uc) {
  #pragma omp parallel reduction (&: fl) // wrong
  ;
  #pragma omp parallel reduction (|: d) // wrong
  ;
  #pragma omp parallel reduction (^: d) // wrong
  ;
  #pragma omp parallel reduction (&&: d)
  ;
  #pragma omp parallel reduction (max: d, fl, uc)
  ;
  #pragma omp parallel reduction (+: cd)
  ;
  #pragma omp parallel reduction (*: cd)
  ;
  #pragma omp parallel reduction (max: cd) // wrong
  ;
  #pragma omp parallel reduction (min: p) // wrong
  ;
  #pragma omp parallel reduction (+: st) // wrong
  ;
  #pragma omp parallel reduction (||: b)
  ;
}
