// What a selector names would be evaluated twice in device code.
#pragma omp begin declare target
int big(int n) { return -n; }
#pragma omp declare variant(big) match(user = {condition(n > 10)})
int size(int n) { return n; }
#pragma omp end declare target

int main(void) {
  int i = 1, r;
#pragma omp target map(tofrom: i) map(from: r)
  r = size(i++);
  return r;
}
