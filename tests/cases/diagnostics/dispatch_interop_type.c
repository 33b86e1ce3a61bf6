// flags: -fopenmp-version=60
int g(int);
int main(void) {
  int object = 0, x;
#pragma omp dispatch interop(object)
  x = g(3);
}
