// Lines with the comment "wrong" are wrong, and all others are right.
void bar(void); 
void f(int n) {
  int i; 
  #pragma omp for
  for (i = 0; i < n; i++) { if (n) break; } // wrong
  #pragma omp for
  for (i = 0; i < n; i++) { if (n) continue; }
  #pragma omp for
  for (i = 0; i < n; i++) { if (n) return; } // wrong
  #pragma omp for
  for (i = 0; i < n; i++) { if (n) goto l1; } // wrong
l1: ;
  #pragma omp for
  for (i = 0; i < n; i++) { switch (n) { case 1: break; default: ; } }
  #pragma omp for
  for (i = 0; i < n; i++) { while (1) break; }
  #pragma omp for
  for (i = 0; i < n; i++) { i = 3; } // wrong
  #pragma omp for
  for (i = 0; i < n; i++) { goto in; in: bar(); }
  #pragma omp parallel
  { return; } // wrong
  #pragma omp parallel
  { while (n) { break; } }
  while (n) {
    #pragma omp parallel
    break; // wrong
    #pragma omp parallel
    continue; // wrong
    #pragma omp critical
    { if (n) break; } // wrong
    #pragma omp task
    continue; // wrong
  }
  goto l2; // wrong
  #pragma omp parallel
  { l2: ; }
  switch (n) {
  case 0:
    #pragma omp parallel
    { case 1: bar(); } // wrong
  }
}
