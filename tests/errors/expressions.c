// Each block between empty lines that says "wrong" has one wrong line; all others are right.
int work(int);
int table[100];
struct pair { int first, second; };

// wrong
void f72(int n, int *a, double *x)
{
#pragma omp parallel num_threads(nx)
  a[0] = n;
}

// wrong
void f73(int n, int *a, double *x)
{
#pragma omp parallel if(nx > 2)
  a[0] = n;
}

// wrong
void f74(int n, int *a, double *x)
{
#pragma omp parallel for schedule(static, nx)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f75(int n, int *a, double *x)
{
#pragma omp parallel private(nx)
  a[0] = n;
}

// wrong
void f76(int n, int *a, double *x)
{
#pragma omp parallel firstprivate(nx)
  a[0] = n;
}

// wrong
void f77(int n, int *a, double *x)
{
#pragma omp parallel reduction(+: nx)
  a[0] = n;
}

void f225(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f78(int n, int *a, double *x)
{
#pragma omp target map(tofrom: ax[0:n])
  a[0] = n;
}

// wrong
void f79(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:nx])
  a[0] = n;
}

// wrong
void f80(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[nx:n])
  a[0] = n;
}

// wrong
void f81(int n, int *a, double *x)
{
#pragma omp target device(nx) map(tofrom: a[0:n])
  a[0] = n;
}

// wrong
void f82(int n, int *a, double *x)
{
#pragma omp target firstprivate(nx) map(tofrom: a[0:n])
  a[0] = n;
}

// wrong
void f83(int n, int *a, double *x)
{
#pragma omp teams num_teams(nx)
  a[0] = n;
}

void f226(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f84(int n, int *a, double *x)
{
#pragma omp teams thread_limit(nx)
  a[0] = n;
}

// wrong
void f85(int n, int *a, double *x)
{
#pragma omp target teams num_teams(nx) map(tofrom: a[0:n])
  a[0] = n;
}

// wrong
void f86(int n, int *a, double *x)
{
#pragma omp task depend(out: ax[0])
  a[0] = n;
}

// wrong
void f87(int n, int *a, double *x)
{
#pragma omp task priority(nx)
  a[0] = n;
}

// wrong
void f88(int n, int *a, double *x)
{
#pragma omp task final(nx)
  a[0] = n;
}

// wrong
void f89(int n, int *a, double *x)
{
#pragma omp target if(nx) map(tofrom: a[0:n])
  a[0] = n;
}

void f227(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f90(int n, int *a, double *x)
{
#pragma omp target data map(tofrom: ax[0:n])
  a[0] = n;
}

// wrong
void f91(int n, int *a, double *x)
{
#pragma omp parallel num_threads(a)
  a[0] = n;
}

// wrong
void f92(int n, int *a, double *x)
{
#pragma omp parallel num_threads(n +)
  a[0] = n;
}

// wrong
void f93(int n, int *a, double *x)
{
#pragma omp parallel if(n >)
  a[0] = n;
}

// wrong
void f94(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:n+])
  a[0] = n;
}

// wrong
void f95(int n, int *a, double *x)
{
#pragma omp parallel num_threads(0)
  a[0] = n;
}

void f228(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f96(int n, int *a, double *x)
{
#pragma omp parallel num_threads(-1)
  a[0] = n;
}

// wrong
void f97(int n, int *a, double *x)
{
#pragma omp parallel reduction(&: x)
  a[0] = n;
}

// wrong
void f98(int n, int *a, double *x)
{
#pragma omp parallel reduction(+: work)
  a[0] = n;
}

// wrong
void f99(int n, int *a, double *x)
{
#pragma omp target map(tofrom: n.first)
  a[0] = n;
}

// wrong
void f100(int n, int *a, double *x)
{
#pragma omp target map(tofrom: work)
  a[0] = n;
}

// wrong
void f101(int n, int *a, double *x)
{
#pragma omp parallel num_threads(n->first)
  a[0] = n;
}

void f229(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f102(int n, int *a, double *x)
{
#pragma omp target map(tofrom: n[0:1])
  a[0] = n;
}

// wrong
void f103(int n, int *a, double *x)
{
#pragma omp parallel private(a[0])
  a[0] = n;
}

// wrong
void f104(int n, int *a, double *x)
{
#pragma omp parallel private(n + 1)
  a[0] = n;
}

// wrong
void f105(int n, int *a, double *x)
{
#pragma omp target map(tofrom: a[0:-1])
  a[0] = n;
}

// wrong
void f106(int n, int *a, double *x)
{
#pragma omp target update to(ax[0:n])
  a[0] = n;
}

// wrong
void f107(int n, int *a, double *x)
{
#pragma omp target enter data map(to: ax[0:n])
  a[0] = n;
}

void f230(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f108(int n, int *a, double *x)
{
#pragma omp target exit data map(from: ax[0:n])
  a[0] = n;
}

// wrong
void f109(int n, int *a, double *x)
{
#pragma omp flush(nx)
  a[0] = n;
}

// wrong
void f110(int n, int *a, double *x)
{
#pragma omp taskwait depend(in: nx)
  a[0] = n;
}

// wrong
void f111(int n, int *a, double *x)
{
#pragma omp parallel for collapse(n)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f112(int n, int *a, double *x)
{
#pragma omp parallel for collapse(0)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f113(int n, int *a, double *x)
{
#pragma omp parallel for collapse(-1)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f231(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}
