// Lines with the comment "wrong" are wrong, and all others are right.
int g, h; extern int tp;
#pragma omp threadprivate(tp)
static const int sc = 3; enum { EN = 2 };
typedef int T;
int fun(int);
void f(int n, int *p) {
  int i, j, s = 0; static int st; const int c = 1; int arr[4];
#pragma omp parallel default(none)
  { s = 1; // wrong
    g++; // wrong
    tp = 1;
    st++; // wrong
    fun(EN);
    (void)sizeof(arr);
    int loc = 0; loc++;
    extern int g2;
    static int s2; s2++;
  }
#pragma omp parallel for default(none) shared(p, n)
  for (i = 0; i < n; i++) p[i] = i;
#pragma omp parallel for simd default(none) shared(p, n) collapse(2)
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) p[i] = j;
#pragma omp parallel default(none) shared(p, n)
#pragma omp for collapse(2)
  for (i = 0; i < n; i++) for (j = 0; j < n; j++) p[i] = j;
#pragma omp parallel default(none) shared(p, n)
#pragma omp simd
  for (i = 0; i < n; i++) p[i] = i;
#pragma omp parallel default(none) shared(p, n)
  for (i = 0; i < n; i++) p[i] = i; // wrong
#pragma omp parallel default(none) shared(p) shared(n) reduction(+: s)
  for (int k = 0; k < n; k++) s += p[k];
#pragma omp teams default(none)
#pragma omp distribute parallel for
  for (i = 0; i < 10; i++) ;
#pragma omp teams distribute parallel for default(none)
  for (i = 0; i < 10; i++) ;
#pragma omp task default(none)
  { n++; } // wrong
#pragma omp taskloop default(none) shared(p)
  for (i = 0; i < 10; i++) p[i] = 1;
#pragma omp taskloop default(none) shared(p)
  for (i = 0; i < n; i++) p[i] = 1; // wrong
#pragma omp parallel master taskloop simd default(none) shared(p, n)
  for (i = 0; i < n; i++) p[i] = 1;
#pragma omp parallel default(none) shared(p) if(n) num_threads(n)
  p[0] = 1;
#pragma omp parallel default(none) shared(p)
  {
#pragma omp task firstprivate(s) // wrong
    p[0] = s;
  }
#pragma omp parallel default(none) shared(p)
  {
#pragma omp task if(s) // wrong
    p[0] = 1;
  }
#pragma omp parallel default(none) private(s)
  {
#pragma omp parallel default(none) firstprivate(s)
    s++;
  }
}
