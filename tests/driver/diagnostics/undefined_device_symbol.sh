cat >use.c <<'C'
int next(int x);
#pragma omp declare target enter(next)
int main(void) {
  int r = 0;
#pragma omp target map(tofrom: r)
  r = next(r);
  return r;
}
C
echo 'int next(int x) { return x + 1; }' >next.c
$OMPCC use.c next.c -o use
