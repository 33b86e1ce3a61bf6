// host: gcc
struct E {};
struct E a[] = {1};
int g[2][0] = {{}, 1};
void f(int *p) {
#pragma omp target
  p[0] = 1;
}
