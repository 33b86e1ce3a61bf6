// gcc: no (indirect is of 5.1)
// B.3, B.4, B.5 siblings: all narrow widths and operators; char arrays on stacks at odd offsets; recursion and indirect calls.
#include <stdio.h>
static int fib(int n) { volatile char pad[33]; pad[n % 33] = 1; return n < 2 ? n : fib(n - 1) + fib(n - 2) + pad[n % 33] - 1; }
static int twice(int n) { return 2 * n; } static int thrice(int n) { return 3 * n; }
#pragma omp declare target enter(fib) 
#pragma omp declare target enter(twice, thrice) indirect
int main(void) { static unsigned char u[4]; static signed char s[3]; static short h[3]; static unsigned short uh[2]; int bad = 0, f = 0, ind = 0, odd = 0; 
  u[1] = 0; s[0] = 100; s[1] = -100; h[0] = 1; h[1] = 0x7fff; uh[1] = 0xffff; u[2] = 255; int (*fp[2])(int) = {twice, thrice};
  #pragma omp target parallel for num_threads(96) map(tofrom: u, s, h, uh)
  for (int i = 0; i < 96; i++) {
    #pragma omp atomic
    u[1] += 1;
    #pragma omp atomic
    u[2] &= (unsigned char)~(1 << i % 4);
    #pragma omp atomic
    u[3] |= (unsigned char)(1 << i % 5);
    #pragma omp atomic compare
    if (s[0] > (signed char)(i - 48)) { s[0] = (signed char)(i - 48); }
    #pragma omp atomic compare
    if (s[1] < (signed char)(i - 48)) { s[1] = (signed char)(i - 48); }
    #pragma omp atomic
    h[0] -= 2;
    #pragma omp atomic
    h[1] ^= (short)(1 << i % 15);
    #pragma omp atomic
    uh[0] += 700;
    if (i < 4) {
      #pragma omp atomic
      uh[1] /= 2; } 
    if (i < 3) {
      #pragma omp atomic
      s[2] = 1 + s[2]; } }
  short wh = 0x7fff; for (int i = 0; i < 96; i++) wh ^= (short)(1 << i % 15);
  bad = (u[1] != 96) | (u[2] != 240) * 2 | (u[3] != 31) * 4 | (s[0] != -48) * 8 | (s[1] != 47) * 16 | (h[0] != 1 - 192) * 32 | (h[1] != wh) * 64 | (uh[0] != (unsigned short)(96 * 700)) * 128 | (uh[1] != 0xfff) * 256 | (s[2] != 3) * 512;
  #pragma omp target map(tofrom: f, ind, odd) map(to: fp)
  { f = fib(12); for (int k = 0; k < 2; k++) ind += fp[k](5);
    struct { char a[3]; char b[5]; char c[7]; } q; volatile char z[13]; 
    for (int k = 0; k < 3; k++) q.a[k] = (char)k; for (int k = 0; k < 5; k++) q.b[k] = (char)(10 + k); for (int k = 0; k < 7; k++) q.c[k] = (char)(20 + k); for (int k = 0; k < 13; k++) z[k] = (char)k;
    for (int k = 0; k < 13; k++) odd += z[k] + q.a[k % 3] + q.b[k % 5] + q.c[k % 7]; }
  int wodd = 0; for (int k = 0; k < 13; k++) wodd += k + k % 3 + 10 + k % 5 + 20 + k % 7;
  bad |= (f != 144) * 1024 | (ind != 25) * 2048 | (odd != wodd) * 4096;
  printf(bad ? "wrong %d\n" : "ok\n", bad); return bad; }
