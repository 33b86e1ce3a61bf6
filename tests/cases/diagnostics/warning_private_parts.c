struct pair { int x, y; };
void f(int *a, int n)
{
  int t[4];
  struct pair q;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t, q)
  for (int i = 0; i < n; i++) {
    a[i] = t[i % 4];
    q.x = a[i];
    a[i] += q.y;
  }
}
// No warning: each part has its value before it is read.
void g(int *a, int n)
{
  int t[4], m[2][2];
  struct pair q;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(t, q, m)
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 4; j++)
      t[j] = j;
    do
      m[0][0] = t[i % 4];
    while (m[0][0] < 0);
    q.x = a[i];
    q.y = q.x;
    a[i] += q.y;
  }
}
