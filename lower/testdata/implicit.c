int g;
static int table[10];
const int ro[4] = {1, 2, 3, 4};
struct S { int a; double b[3]; };
void f(double *p, int k)
{
  struct S s = {0};
  int arr[10];
  double d = 1;
  unsigned char c = 1;
#pragma omp target
  {
    arr[0] = k + g + table[1] + ro[2] + c;
    s.a = 1;
    p[0] = d;
    d = 2;
  }
#pragma omp target defaultmap(tofrom: scalar) defaultmap(to: aggregate) defaultmap(none: pointer) is_device_ptr(p)
  {
    k = arr[1] + p[0];
  }
#pragma omp target private(k) firstprivate(s, p) nowait depend(out: d)
  {
    k = s.a;
    s.a = (p != 0);
  }
}
