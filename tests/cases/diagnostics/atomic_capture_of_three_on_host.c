int main(void) { int v, x = 0;
#pragma omp atomic capture
  { v = x; x = 2; v = 3; }
  return v;
}
