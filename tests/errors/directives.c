// Each block between empty lines that says "wrong" has one wrong line; all others are right.
int work(int);
int table[100];
struct pair { int first, second; };

// wrong
void f1(int n, int *a, double *x)
{
#pragma omp paralel for
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f2(int n, int *a, double *x)
{
#pragma omp targt teams distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f3(int n, int *a, double *x)
{
#pragma omp parallel four
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f4(int n, int *a, double *x)
{
#pragma omp target tems distribute parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f5(int n, int *a, double *x)
{
#pragma omp fro
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f6(int n, int *a, double *x)
{
#pragma omp taskloops
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f214(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f7(int n, int *a, double *x)
{
#pragma omp sinlge
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f8(int n, int *a, double *x)
{
#pragma omp barier
  a[0] = n;
}

// wrong
void f9(int n, int *a, double *x)
{
#pragma omp taskwit
  a[0] = n;
}

// wrong
void f10(int n, int *a, double *x)
{
#pragma omp target updat to(a[0:n])
  a[0] = n;
}

// wrong
void f11(int n, int *a, double *x)
{
#pragma omp flsh
  a[0] = n;
}

// wrong
void f12(int n, int *a, double *x)
{
#pragma omp tasyield
  a[0] = n;
}

void f215(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f13(int n, int *a, double *x)
{
#pragma omp target enter dat map(to: a[0:n])
  a[0] = n;
}

// wrong
void f14(int n, int *a, double *x)
{
#pragma omp parallel for 5
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f15(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n]) +
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f16(int n, int *a, double *x)
{
#pragma omp parallel num_threads(2
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f17(int n, int *a, double *x)
{
#pragma omp parallel if(n > 2))
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f18(int n, int *a, double *x)
{
#pragma omp parallel for schedule(static
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f216(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f19(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n]
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f20(int n, int *a, double *x)
{
#pragma omp critical (a b)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f21(int n, int *a, double *x)
{
#pragma omp single ]
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f22(int n, int *a, double *x)
{
#pragma omp for collapse[1]
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f23(int n, int *a, double *x)
{
#pragma omp parallel
}

// wrong
void f24(int n, int *a, double *x)
{
#pragma omp section
  a[0] = 1;
}

void f217(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f25(int n, int *a, double *x)
{
#pragma omp end parallel
  a[0] = 1;
}

// wrong
void f26(int n, int *a, double *x)
{
#pragma omp do
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
#pragma omp threadprivate(nowhere)

// wrong
#pragma omp declare reduction(half: int)

// wrong
#pragma omp threadprivate table

// wrong
#pragma omp declare target tables

void f218(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
#pragma omp requires unified
