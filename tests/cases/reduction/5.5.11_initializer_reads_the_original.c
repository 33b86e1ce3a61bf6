// An initializer that reads omp_orig reads it before others combine into it; what the combiner reads is what they left there.
// gcc: no (it takes no atomic construct directly in a teams region)
#include <stdio.h>
#ifdef GPU
enum { SPINS = 100, ROUNDS = 6 };
#else
enum { SPINS = 100000, ROUNDS = 40 };
#endif
typedef struct { char text[200]; int n; } best;
#pragma omp declare reduction(best: best: omp_out = omp_in.n > omp_out.n ? omp_in : omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(most: int: omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = omp_orig)

int main(void) {
  int bad = 0;
  for (int round = 0; round < ROUNDS; round++) {
    best b = {{0}, 0};
    int m = 0, n = 0, arrived = 0;
    // Every team has its private copy before any of them is done, if they run at the same time.
    #pragma omp target teams reduction(best: b) reduction(most: m) num_teams(2) map(tofrom: arrived, n)
    {
      #pragma omp atomic
      arrived++;
      for (int now = 0, spins = 0; now < 2 && spins < SPINS; spins++) {
        #pragma omp atomic read
        now = arrived;
      }
      #pragma omp atomic capture
      { b.n = n; n++; }
      b.n = round & 1 ? ++b.n : 10 - b.n;
      b.text[199] = (char)b.n;
      m = b.n > m ? b.n : m;
    }
    int last = round & 1 ? n : 10;
    bad += b.n != last || b.text[199] != last || m != last;
    b = (best){{0}, 0}, m = 0;
    #pragma omp target parallel for reduction(best: b) reduction(most: m) num_threads(4) schedule(static, 1)
    for (int i = 0; i < 64; i++) {
      int v = i * 37 % 61 + 1;
      if (v > b.n) { b.n = v; b.text[0] = (char)i; }
      m = v > m ? v : m;
    }
    bad += b.n != 61 || b.text[0] * 37 % 61 != 60 || m != 61;
  }
  puts(bad ? "wrong" : "ok");
}
