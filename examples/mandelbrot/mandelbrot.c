/* The Mandelbrot set, computed with double complex on the device and written as
   a PPM picture to the file named by the first argument. */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#define W 360
#define H 240
#define LIMIT 200

#pragma omp declare target
static int escape(double complex c) {
  double complex z = 0;
  int n = 0;
  while (n < LIMIT && creal(z) * creal(z) + cimag(z) * cimag(z) <= 4.0) {
    z = z * z + c;
    n++;
  }
  return n;
}
#pragma omp end declare target

static void colour(int n, unsigned char rgb[3]) {
  double t = (double)n / LIMIT, u = 1 - t;
  rgb[0] = n == LIMIT ? 0 : (unsigned char)(9 * u * t * t * t * 255);
  rgb[1] = n == LIMIT ? 0 : (unsigned char)(15 * u * u * t * t * 255);
  rgb[2] = n == LIMIT ? 0 : (unsigned char)(8.5 * u * u * u * t * 255 + 40 * u);
}

int main(int argc, char **argv) {
  static int count[H][W];

  #pragma omp target teams distribute parallel for collapse(2) map(from: count)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      count[y][x] = escape(-2.25 + 3.0 * x / W + (-1.0 + 2.0 * y / H) * I);

  long inside = 0, sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      inside += count[y][x] == LIMIT;
      sum += count[y][x];
    }
  if (argc > 1) {
    FILE *f = fopen(argv[1], "wb");
    if (!f) {
      perror(argv[1]);
      return 1;
    }
    fprintf(f, "P6\n%d %d\n255\n", W, H);
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        unsigned char rgb[3];
        colour(count[y][x], rgb);
        fwrite(rgb, 1, 3, f);
      }
    fclose(f);
  }
  int symmetric = 1; /* row H/2 is the real axis: rows mirror about it */
  for (int y = 1; y < H / 2; y++)
    for (int x = 0; x < W; x++)
      symmetric &= abs(count[H / 2 - y][x] - count[H / 2 + y][x]) <= 2;
  printf("%d x %d points, share inside %.1f %%, mean count %.0f, %s\n", W, H, 100.0 * inside / (W * H),
         (double)sum / (W * H), symmetric ? "symmetric" : "NOT SYMMETRIC");
  return !symmetric;
}
