/* Seconds of the same copies by MPI_Send, each with a byte back: the medians. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 9, SMALL = 1001 };

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *name, char *at, int size, int n)
{
  static double seconds[SMALL];
  int rank;
  char answer = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < n; i++) {
    double start = MPI_Wtime();
    if (rank == 0) {
      MPI_Send(at, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(&answer, 1, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(at, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&answer, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
    seconds[i] = MPI_Wtime() - start;
  }
  qsort(seconds, (size_t)n, sizeof *seconds, compare);
  if (rank == 0)
    printf("%s %.9f\n", name, seconds[n / 2]);
}

int main(int argc, char **argv)
{
  int size = 256 << 20;
  MPI_Init(&argc, &argv);
  char *at = malloc((size_t)size);
  memset(at, 1, (size_t)size);
  measure("large", at, size, LARGE);
  measure("small", at, 8, SMALL);
  free(at);
  MPI_Finalize();
}
