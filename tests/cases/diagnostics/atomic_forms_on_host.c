// What has no form of atomic compare and capture, in host code: the host compiler is not asked.
int x, y, i, j;
double s;
void f(void) {
#pragma omp atomic
  x = x + 1 + 2;
#pragma omp atomic
  x = x < y ? y : x;
#pragma omp atomic
  { x++; }
#pragma omp atomic
  { i = x; x++; }
#pragma omp atomic compare
  if (x <= y) x = y;
#pragma omp atomic compare
  if (x == y) x = 1; else j = 1;
#pragma omp atomic compare
  if (x < y) x = i;
#pragma omp atomic compare
  if (x == y) { x = 3; i = 2; }
#pragma omp atomic compare
  switch (x) { case 1: x = y; }
#pragma omp atomic compare
  { i = x; if (x == y) x = 3; }
#pragma omp atomic compare capture
  if (x == y) x = 3;
#pragma omp atomic compare capture
  if (x < y) x = y; else i = x;
#pragma omp atomic compare capture
  { j = x == y; if (i) { x = 3; } }
#pragma omp atomic compare capture
  { i = y; if (x == y) { x = 3; } }
#pragma omp atomic compare capture
  { s = x == y; if (s) { x = 3; } }
}
