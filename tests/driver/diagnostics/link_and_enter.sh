cat >enter.c <<'C'
int total[4];
#pragma omp declare target enter(total)
C
cat >link.c <<'C'
extern int total[4];
#pragma omp declare target link(total)
int main(void) {
#pragma omp target map(tofrom: total)
  total[0]++;
}
C
$OMPCC link.c enter.c -o both
