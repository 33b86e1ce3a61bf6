// Each block between empty lines that says "wrong" has one wrong line; all others are right.
int work(int);
int table[100];
struct pair { int first, second; };

// wrong
void f114(int n, int *a, double *x)
{
  a[0] = nx;
}

// wrong
void f115(int n, int *a, double *x)
{
  work(nx);
}

// wrong
void f116(int n, int *a, double *x)
{
  a[0] = n
}

// wrong
void f117(int n, int *a, double *x)
{
  int k = nx;
}

// wrong
void f118(int n, int *a, double *x)
{
  unknown_t k;
}

// wrong
void f119(int n, int *a, double *x)
{
  a[0] = n +;
}

void f232(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f120(int n, int *a, double *x)
{
  return 1 2;
}

// wrong
void f121(int n, int *a, double *x)
{
  n.first = 1;
}

// wrong
void f122(int n, int *a, double *x)
{
  a->first = 1;
}

// wrong
void f123(int n, int *a, double *x)
{
  struct pair p; p.third = n;
}

// wrong
void f124(int n, int *a, double *x)
{
  work(1, 2);
}

// wrong
void f125(int n, int *a, double *x)
{
  work();
}

void f233(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f126(int n, int *a, double *x)
{
  n = ;
}

// wrong
void f127(int n, int *a, double *x)
{
  5 = n;
}

// wrong
void f128(int n, int *a, double *x)
{
  *n = 1;
}

// wrong
void f129(int n, int *a, double *x)
{
  if (n > 0 a[0] = 1;
}

// wrong
void f130(int n, int *a, double *x)
{
  struct nothing q;
}

// wrong
void f131(int n, int *a, double *x)
{
  goto nowhere;
}

void f234(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f132(int n, int *a, double *x)
{
  break;
}

// wrong
void f133(int n, int *a, double *x)
{
  int k = {1, 2
}

// wrong
void f134(int n, int *a, double *x)
{
  a = x;
}

// wrong
void f135(int n, int *a, double *x)
{
  n(3);
}

// wrong
void f136(int n, int *a, double *x)
{
  int n2 = a[x];
}

// wrong
void f137(int n, int *a, double *x)
{
  a[0] = (n;
}

void f235(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f138(int n, int *a, double *x)
{
  const int c = 1; c = 2;
}

// wrong
void f139(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    a[0] = nx;
  }
}

// wrong
void f140(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    a[0] = n +;
  }
}

// wrong
void f141(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    a[0] = n.first;
  }
}

// wrong
void f142(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    unknown_t k;
  }
}

// wrong
void f143(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    work(nx);
  }
}

void f236(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f144(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    5 = n;
  }
}
