extern int v[];
int main(void) {
#pragma omp parallel private(v)
  v[0] = 1;
}
