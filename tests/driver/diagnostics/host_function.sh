cat >ends.c <<'C'
void exit(int);
int main(void) {
  int r = 0;
#pragma omp target map(tofrom: r)
  if (r) exit(3);
  return r;
}
C
$OMPCC -fopenmp-targets=cpu ends.c -o ends
