void g(int, int);
void f(int a, int b)
{
#pragma omp for collapse(3)
  for (int i = 0; i < a; i++) {
    switch (i) {
    case 1: g(i, 1); break;
    case 2: continue;
    }
    for (int j = 0; j < b; j++) {
      if (j == 4) { g(i, j); break; }
      for (int k = 0; k < b; k++) g(j, k);
      if (j == 5) goto before;
    before:
      ({ if (i == j) goto next; });
      g(i, 0);
    next:;
    }
  }
#pragma omp target teams distribute collapse(2)
  for (int i = 0; i < a; i++) {
  again:
    g(i, 0);
    for (int j = 0; j < b; j++) g(i, j);
    if (i > a) goto again;
  }
#pragma omp parallel for collapse(2)
  for (int i = 0; i < a; i++) {
    for (int j = 0; j < b; j++) if (i > j) goto behind;
  behind:;
  }
}
int main(void) { return 0; }
