// Each block between empty lines that says "wrong" has one wrong line; all others are right.
int work(int);
int table[100];
struct pair { int first, second; };

// wrong
void f32(int n, int *a, double *x)
{
#pragma omp parallel for colapse(1)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f33(int n, int *a, double *x)
{
#pragma omp parallel for schedule(statik)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f34(int n, int *a, double *x)
{
#pragma omp parallel default(sharde)
  a[0] = n;
}

// wrong
void f35(int n, int *a, double *x)
{
#pragma omp parallel proc_bind(clos)
  a[0] = n;
}

// wrong
void f36(int n, int *a, double *x)
{
#pragma omp parallel for schedule(static, dynamic: 2)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f37(int n, int *a, double *x)
{
#pragma omp parallel for nowait(2, 3)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f219(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f38(int n, int *a, double *x)
{
#pragma omp single nowait copyprivate
  a[0] = n;
}

// wrong
void f39(int n, int *a, double *x)
{
#pragma omp parallel num_threads()
  a[0] = n;
}

// wrong
void f40(int n, int *a, double *x)
{
#pragma omp parallel for collapse()
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f41(int n, int *a, double *x)
{
#pragma omp parallel private()
  a[0] = n;
}

// wrong
void f42(int n, int *a, double *x)
{
#pragma omp target map(tofrm: a[0:n])
  a[0] = n;
}

// wrong
void f43(int n, int *a, double *x)
{
#pragma omp target map(a[0:n) 
  a[0] = n;
}

void f220(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f44(int n, int *a, double *x)
{
#pragma omp target defaultmap(tofrm)
  a[0] = n;
}

// wrong
void f45(int n, int *a, double *x)
{
#pragma omp target device(nowhere: 1) map(tofrom: a[0:n])
  a[0] = n;
}

// wrong
void f46(int n, int *a, double *x)
{
#pragma omp parallel reduction(n)
  a[0] = n;
}

// wrong
void f47(int n, int *a, double *x)
{
#pragma omp parallel reduction(?: n)
  a[0] = n;
}

// wrong
void f48(int n, int *a, double *x)
{
#pragma omp parallel for linear(n : )
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f49(int n, int *a, double *x)
{
#pragma omp task depend(inn: n)
  a[0] = n;
}

void f221(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f50(int n, int *a, double *x)
{
#pragma omp task depend(n)
  a[0] = n;
}

// wrong
void f51(int n, int *a, double *x)
{
#pragma omp task priority
  a[0] = n;
}

// wrong
void f52(int n, int *a, double *x)
{
#pragma omp taskloop grainsize()
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f53(int n, int *a, double *x)
{
#pragma omp for ordered(
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f54(int n, int *a, double *x)
{
#pragma omp atomic reed
  a[0] = n;
}

// wrong
void f55(int n, int *a, double *x)
{
#pragma omp parallel private(n, )
  a[0] = n;
}

void f222(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f56(int n, int *a, double *x)
{
#pragma omp parallel shared(n n)
  a[0] = n;
}

// wrong
void f57(int n, int *a, double *x)
{
#pragma omp target is_device_ptr
  a[0] = n;
}

// wrong
void f58(int n, int *a, double *x)
{
#pragma omp parallel if(paralel: n)
  a[0] = n;
}

// wrong
void f59(int n, int *a, double *x)
{
#pragma omp parallel num_threads(2) num_threads(3)
  a[0] = n;
}

// wrong
void f60(int n, int *a, double *x)
{
#pragma omp parallel default(shared) default(shared)
  a[0] = n;
}

// wrong
void f61(int n, int *a, double *x)
{
#pragma omp parallel for collapse(1) collapse(1)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f223(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f62(int n, int *a, double *x)
{
#pragma omp parallel nowait
  a[0] = n;
}

// wrong
void f63(int n, int *a, double *x)
{
#pragma omp single schedule(static)
  a[0] = n;
}

// wrong
void f64(int n, int *a, double *x)
{
#pragma omp barrier nowait
  a[0] = n;
}

// wrong
void f65(int n, int *a, double *x)
{
#pragma omp taskwait private(n)
  a[0] = n;
}

// wrong
void f66(int n, int *a, double *x)
{
#pragma omp target copyin(n)
  a[0] = n;
}

// wrong
void f67(int n, int *a, double *x)
{
#pragma omp critical private(n)
  a[0] = n;
}

void f224(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f68(int n, int *a, double *x)
{
#pragma omp target schedule(static) map(tofrom: a[0:n])
  a[0] = n;
}

// wrong
void f69(int n, int *a, double *x)
{
#pragma omp parallel map(tofrom: a[0:n])
  a[0] = n;
}

// wrong
void f70(int n, int *a, double *x)
{
#pragma omp task collapse(2)
  a[0] = n;
}

// wrong
void f71(int n, int *a, double *x)
{
#pragma omp taskgroup if(n)
  a[0] = n;
}
