void f(int n) {
#pragma omp parallel if(n) if(parallel: n)
  ;
}
