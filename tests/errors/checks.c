// Each block between empty lines that says "wrong" has one wrong line; all others are right.
int work(int);
int table[100];
struct pair { int first, second; };

// wrong
void f145(int n, int *a, double *x)
{
#pragma omp parallel
  return;
}

// wrong
void f146(int n, int *a, double *x)
{
#pragma omp parallel
  {
    if (n) goto out;
  }
out:
  ;
}

// wrong
void f147(int n, int *a, double *x)
{
#pragma omp for
  a[0] = 1;
}

// wrong
void f148(int n, int *a, double *x)
{
#pragma omp for
  while (n--)
    a[n] = 1;
}

// wrong
void f149(int n, int *a, double *x)
{
#pragma omp for
  for (int i = 0; i != n; i += n)
    a[i] = 1;
}

// wrong
void f150(int n, int *a, double *x)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    break;
}

void f237(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f151(int n, int *a, double *x)
{
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f152(int n, int *a, double *x)
{
#pragma omp for
  for (double d = 0; d < n; d++)
    a[0] = 1;
}

// wrong
void f153(int n, int *a, double *x)
{
#pragma omp for
  for (int i = 0; i < n; i++)
    i = 3;
}

// wrong
void f154(int n, int *a, double *x)
{
#pragma omp for
  for (int i = 0; n > 3; i++)
    a[i] = 1;
}

// wrong
void f155(int n, int *a, double *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i--)
    a[i] = 1;
}

// wrong
void f156(int n, int *a, double *x)
{
#pragma omp single
  {
#pragma omp for
  for (int i = 0; i < n; i++)
    a[i] = i;
  }
}

void f238(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f157(int n, int *a, double *x)
{
#pragma omp for
  for (int i = 0; i < n; i++) {
#pragma omp barrier
  }
}

// wrong
void f158(int n, int *a, double *x)
{
#pragma omp critical(x)
  {
#pragma omp critical(x)
    a[0] = 1;
  }
}

// wrong
void f159(int n, int *a, double *x)
{
#pragma omp master
  {
#pragma omp barrier
  }
}

// wrong
void f160(int n, int *a, double *x)
{
#pragma omp for
  for (int i = 0; i < n; i++) {
#pragma omp single
    a[i] = 1;
  }
}

// wrong
void f161(int n, int *a, double *x)
{
#pragma omp parallel
  {
#pragma omp teams
    a[0] = 1;
  }
}

// wrong
void f162(int n, int *a, double *x)
{
#pragma omp parallel
  {
#pragma omp distribute
  for (int i = 0; i < n; i++)
    a[i] = i;
  }
}

void f239(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f163(int n, int *a, double *x)
{
#pragma omp atomic
  a[0] = work(n);
}

// wrong
void f164(int n, int *a, double *x)
{
#pragma omp atomic read
  a[0] += 1;
}

// wrong
void f165(int n, int *a, double *x)
{
#pragma omp atomic write
  a[0] += n;
}

// wrong
void f166(int n, int *a, double *x)
{
#pragma omp atomic capture
  a[0] = 1;
}

// wrong
void f167(int n, int *a, double *x)
{
#pragma omp atomic update
  a[0] = n;
}

// wrong
void f168(int n, int *a, double *x)
{
#pragma omp atomic
  work(n);
}

void f240(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f169(int n, int *a, double *x)
{
#pragma omp cancel for
  a[0] = 1;
}

// wrong
void f170(int n, int *a, double *x)
{
#pragma omp ordered depend(source)
  a[0] = 1;
}

// wrong
void f171(int n, int *a, double *x)
{
#pragma omp parallel private(n) shared(n)
  a[0] = n;
}

// wrong
void f172(int n, int *a, double *x)
{
#pragma omp parallel private(n) firstprivate(n)
  a[0] = n;
}

// wrong
void f173(int n, int *a, double *x)
{
#pragma omp parallel reduction(+: n) private(n)
  a[0] = n;
}

// wrong
void f174(int n, int *a, double *x)
{
#pragma omp parallel default(none) shared(a)
  a[0] = n;
}

void f241(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f175(int n, int *a, double *x)
{
#pragma omp parallel default(none) shared(n)
  a[0] = n;
}

// wrong
void f176(int n, int *a, double *x)
{
#pragma omp parallel copyin(n)
  a[0] = n;
}

// wrong
void f177(int n, int *a, double *x)
{
#pragma omp single copyprivate(n) nowait
  a[0] = n;
}

// wrong
void f178(int n, int *a, double *x)
{
#pragma omp target map(tofrom: n) private(n)
  n = 1;
}

// wrong
void f179(int n, int *a, double *x)
{
#pragma omp target is_device_ptr(n)
  n = 1;
}

// wrong
void f180(int n, int *a, double *x)
{
#pragma omp target data device(0)
  n = 1;
}

void f242(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f181(int n, int *a, double *x)
{
#pragma omp target update device(0)
  n = 1;
}

// wrong
void f182(int n, int *a, double *x)
{
#pragma omp target enter data map(from: a[0:n])
  n = 1;
}

// wrong
void f183(int n, int *a, double *x)
{
#pragma omp target exit data map(to: a[0:n])
  n = 1;
}

// wrong
void f184(int n, int *a, double *x)
{
#pragma omp target data map(release: a[0:n])
  n = 1;
}

// wrong
void f185(int n, int *a, double *x)
{
#pragma omp sections
  a[0] = 1;
}

// wrong
void f186(int n, int *a, double *x)
{
#pragma omp simd
  a[0] = n;
}

void f243(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f187(int n, int *a, double *x)
{
#pragma omp for ordered(2)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f188(int n, int *a, double *x)
{
#pragma omp for schedule(static, 0)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f189(int n, int *a, double *x)
{
#pragma omp simd safelen(0)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f190(int n, int *a, double *x)
{
#pragma omp simd safelen(2) simdlen(4)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f191(int n, int *a, double *x)
{
#pragma omp task depend(in: 3)
  a[0] = 1;
}

// wrong
void f192(int n, int *a, double *x)
{
#pragma omp taskloop grainsize(2) num_tasks(2)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

void f244(int n, int *a)
{
  int s = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) reduction(+: s)
  for (int i = 0; i < n; i++)
    s += a[i];
  a[0] = s;
}

// wrong
void f193(int n, int *a, double *x)
{
#pragma omp for lastprivate(q)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f194(int n, int *a, double *x)
{
#pragma omp tile sizes(2, 2)
  for (int i = 0; i < n; i++)
    a[i] = i;
}

// wrong
void f195(int n, int *a, double *x)
{
#pragma omp unroll full partial(2)
  for (int i = 0; i < 8; i++)
    a[i] = i;
}

// wrong
void f196(int n, int *a, double *x)
{
#pragma omp masked filter(x)
  a[0] = 1;
}

// wrong
void f197(int n, int *a, double *x)
{
#pragma omp scan inclusive(n)
  a[0] = 1;
}
