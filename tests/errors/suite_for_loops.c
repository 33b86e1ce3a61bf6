// Lines with the comment "wrong" are wrong, and all others are right.
void bar(void); int v[10];
void f(int n, unsigned u, float fl, char *p, char *q, int *ip) {
  int i, j; const int ci = 0; 
  #pragma omp for
  for (i = 0; i < n; i++) bar();
  #pragma omp for
  for (fl = 0; fl < n; fl++) bar(); // wrong
  #pragma omp for
  for (p = q; p < q + n; p++) bar();
  #pragma omp for
  for (p = q; p != q + n; p += 1) bar();
  #pragma omp for
  for (p = q; p != q + n; p += 2) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; i += 0) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; i = i + 2) bar();
  #pragma omp for
  for (i = 0; i < n; i = 2 + i) bar();
  #pragma omp for
  for (i = n; i > 0; i = i - 2) bar();
  #pragma omp for
  for (i = n; i > 0; i = 2 - i) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; i *= 2) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; ) bar(); // wrong
  #pragma omp for
  for (i = 0; ; i++) bar(); // wrong
  #pragma omp for
  for (; i < n; i++) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; j++) bar(); // wrong
  #pragma omp for
  for (i = 0; j < n; i++) bar(); // wrong
  #pragma omp for
  for (i = 0; i == n; i++) bar(); // wrong
  #pragma omp for
  for (i = 0; n > i; i++) bar();
  #pragma omp for
  for (i = 0; n >= i; ++i) bar();
  #pragma omp for
  for (i = 0; i < n && i < 5; i++) bar(); // wrong
  #pragma omp for
  for (v[0] = 0; v[0] < n; v[0]++) bar(); // wrong
  #pragma omp for
  for (int i = 0, j = 0; i < n; i++) bar(); // wrong
  #pragma omp for
  for (i = 0, j = 0; i < n; i++) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; i++, j++) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; i--) bar(); // wrong
  #pragma omp for
  for (i = n; i > 0; i++) bar(); // wrong
  #pragma omp for
  for (i = 0; i != n; i--) bar();
  #pragma omp for
  for (u = 0; u < n; u += u) bar(); // wrong
  #pragma omp for
  for (i = 0; i < i + n; i++) bar(); // wrong
  #pragma omp for
  for (i = i; i < n; i++) bar(); // wrong
  #pragma omp for
  for (i = 0; i < n; i += i) bar(); // wrong
  #pragma omp for
  while (1) bar(); // wrong
  #pragma omp for
  { bar(); } // wrong
  #pragma omp for
  do bar(); while (0); // wrong
  #pragma omp for
  ; // wrong
  #pragma omp for
  for (*ip = 0; *ip < n; (*ip)++) bar(); // wrong
  #pragma omp for
  for (_Bool b = 0; b < 1; b++) bar();
  #pragma omp for
  for (unsigned char c = 0; c < 10; c++) bar();
  #pragma omp for
  for ((i) = 0; (i) < n; (i)++) bar();
}
