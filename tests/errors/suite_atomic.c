// Lines with the comment "wrong" are wrong, and all others are right.
void f(int n, double d, int *p, float fl, _Complex float c) {
  int x = 0, v, e, r; struct { int a; } s; 
#pragma omp atomic
  x = 5; // wrong
#pragma omp atomic
  x += n;
#pragma omp atomic
  x = x * n;
#pragma omp atomic
  x = n - x;
#pragma omp atomic
  x <<= 1;
#pragma omp atomic
  p[0] = p[0] | 1;
#pragma omp atomic
  s.a++;
#pragma omp atomic
  --x;
#pragma omp atomic
  x = n * v; // wrong
#pragma omp atomic
  x && n; // wrong
#pragma omp atomic
  x = x && n; // wrong
#pragma omp atomic
  x = x - n + 1; // wrong
#pragma omp atomic
  x = x - (n + 1);
#pragma omp atomic
  { x++; n++; } // wrong
#pragma omp atomic
  if (x) x++; // wrong
#pragma omp atomic read
  v = x;
#pragma omp atomic read
  v += x; // wrong
#pragma omp atomic read
  v = x + 1; // wrong
#pragma omp atomic write
  x = n + v;
#pragma omp atomic write
  x += n; // wrong
#pragma omp atomic update
  x++;
#pragma omp atomic update
  x = n; // wrong
#pragma omp atomic capture
  v = x++;
#pragma omp atomic capture
  v = x += n;
#pragma omp atomic capture
  { v = x; x++; }
#pragma omp atomic capture
  { x -= n; v = x; }
#pragma omp atomic capture
  { v = x; x = n; }
#pragma omp atomic capture
  { v = x; x = x * n; }
#pragma omp atomic capture
  { v = x; } // wrong
#pragma omp atomic capture
  { v = x; e = x; } // wrong
#pragma omp atomic capture
  { v = x; x++; e = 1; } // wrong
#pragma omp atomic capture
  v = x; // wrong
#pragma omp atomic capture
  x++; // wrong
#pragma omp atomic compare
  if (x == e) { x = n; }
#pragma omp atomic compare
  if (x < n) x = n;
#pragma omp atomic compare
  x = x == e ? n : x;
#pragma omp atomic compare
  x = x > n ? n : x;
#pragma omp atomic compare
  if (x >= e) x = e; // wrong
#pragma omp atomic compare
  if (x == e) x = n; else x = 2; // wrong
#pragma omp atomic compare capture
  { v = x; if (x == e) { x = n; } }
#pragma omp atomic compare capture
  if (x == e) { x = n; } else { v = x; }
#pragma omp atomic compare capture
  { r = x == e; if (r) { x = n; } }
#pragma omp atomic compare capture
  { r = x == e; if (r) { x = n; } else { v = x; } }
#pragma omp atomic compare capture weak
  { v = x; if (x == e) { x = n; } }
#pragma omp atomic weak // wrong
  x++;
#pragma omp atomic read write // wrong
  v = x;
#pragma omp atomic read read // wrong
  v = x;
#pragma omp atomic seq_cst relaxed // wrong
  x++;
#pragma omp atomic read release // wrong
  v = x;
#pragma omp atomic write acquire // wrong
  x = n;
#pragma omp atomic update acq_rel
  x++;
#pragma omp atomic hint(0) seq_cst
  x++;
#pragma omp atomic hint(0) hint(0) // wrong
  x++;
#pragma omp atomic hint(-1) // wrong
  x++;
#pragma omp atomic hint(n) // wrong
  x++;
#pragma omp atomic fail(relaxed) // wrong
  x++;
#pragma omp atomic compare fail(acquire)
  if (x == e) { x = n; }
#pragma omp atomic compare fail(release) // wrong
  if (x == e) { x = n; }
#pragma omp atomic read
  d = fl;
#pragma omp atomic
  d += n;
#pragma omp atomic
  p += n;
#pragma omp atomic
  s = s; // wrong
#pragma omp atomic nowait // wrong
  x++;
}
