/* 5.2 §5.5.8: of a section whose elements are arrays, the elements of these are reduced. */
#include <stdio.h>

static int rows[2][4];

static int count(int on_host)
{
  int bad = 0, cube[3][2][2] = {0}, (*p)[4] = rows;
  for (int i = 0; i < 4; i++)
    rows[0][i] = rows[1][i] = 0;
  if (on_host) {
#pragma omp parallel for num_threads(2) reduction(+: rows[1:1], cube[1:2])
    for (int i = 0; i < 8; i++)
      rows[1][i % 4]++, cube[1 + i % 2][i / 4][0]++;
#pragma omp parallel for num_threads(2) reduction(+: p[0:1])
    for (int i = 0; i < 8; i++)
      p[0][i % 4]++;
  } else {
#pragma omp target parallel for map(tofrom: rows, cube) num_threads(2) reduction(+: rows[1:1], cube[1:2])
    for (int i = 0; i < 8; i++)
      rows[1][i % 4]++, cube[1 + i % 2][i / 4][0]++;
#pragma omp target parallel for map(tofrom: p[0:1]) num_threads(2) reduction(+: p[0:1])
    for (int i = 0; i < 8; i++)
      p[0][i % 4]++;
  }
  for (int i = 0; i < 4; i++)
    bad += rows[1][i] != 2 || rows[0][i] != 2 || cube[1 + i % 2][i / 2][0] != 2;
  return bad;
}

int main(void)
{
  int device = count(0), host = count(1);
  if (device || host)
    printf("%d wrong on the device, %d on the host\n", device, host);
  else
    puts("ok");
  return 0;
}
