// Each block between empty lines that says "wrong" has one wrong line; all others are right.
int work(int);
int table[100];
struct pair { int first, second; };

// wrong
void f198(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    __builtin_apply_args();
  }
}

// wrong
void f199(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
    return;
  }
}

// wrong
void f200(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
#pragma omp target map(tofrom: a[0:n])
    a[0] = 1;
  }
}

// wrong
void f201(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
#pragma omp target update to(a[0:n])
  }
}

// wrong
void f202(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
#pragma omp target data map(a[0:n])
    a[0] = 1;
  }
}

// wrong
void f203(int n, int *a, double *x)
{
#pragma omp target teams map(tofrom: a[0:n])
  {
#pragma omp barrier
  }
}

void f245(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f204(int n, int *a, double *x)
{
#pragma omp target teams map(tofrom: a[0:n])
  {
#pragma omp single
    a[0] = 1;
  }
}

// wrong
void f205(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n])
  {
#pragma omp distribute
  for (int i = 0; i < n; i++)
    a[i] = i;
  }
}

// wrong
void f206(int n, int *a, double *x)
{
#pragma omp target teams distribute map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    break;
}

// wrong
void f207(int n, int *a, double *x)
{
#pragma omp target parallel for map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    return;
}

// wrong
void f208(int n, int *a, double *x)
{
#pragma omp target teams distribute parallel for collapse(3) map(tofrom: a[0:n])
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f209(int n, int *a, double *x)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(^: x[0])
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f246(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f210(int n, int *a, double *x)
{
#pragma omp target uses_allocators(nowhere)
  n = 1;
}

// wrong
void f211(int n, int *a, double *x)
{
#pragma omp target has_device_addr(nx)
  n = 1;
}

// wrong
void f212(int n, int *a, double *x)
{
#pragma omp target in_reduction(+: nx)
  n = 1;
}

// wrong
void f213(int n, int *a, double *x)
{
#pragma omp target thread_limit(0)
  n = 1;
}
