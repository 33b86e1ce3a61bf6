/* Jacobi iteration for Laplace's equation, the rows of the square shared out to
   the processes of an MPI program. Each process keeps its rows on a device of its
   own, one of those that its node has; only the rows at the seams come back to the
   host, to be exchanged with the neighbours. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 130
#define SWEEPS 200

/* The rows of one process, with one more above and one below: its neighbours',
   or the boundary. */
typedef struct {
  int rows, first;
  double *from, *to;
} part;

/* Among the processes of a node, each takes the next device. */
static int my_device(void) {
  MPI_Comm node;
  int rank;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &rank);
  MPI_Comm_free(&node);
  return omp_get_num_devices() > 0 ? rank % omp_get_num_devices() : omp_get_initial_device();
}

static void boundary(double *u, int rows, int first) {
  memset(u, 0, sizeof(double) * (size_t)rows * N);
  for (int i = 0; i < rows; i++)
    if (first + i == 0)
      for (int j = 0; j < N; j++)
        u[i * N + j] = 100.0;
}

static void sweep(part *p) {
  double *from = p->from, *to = p->to;
  int rows = p->rows;
  #pragma omp target teams distribute parallel for collapse(2) \
      map(to: from[0:(rows + 2) * N]) map(tofrom: to[0:(rows + 2) * N])
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j < N - 1; j++)
      to[i * N + j] = 0.25 * (from[(i - 1) * N + j] + from[(i + 1) * N + j] + from[i * N + j - 1] + from[i * N + j + 1]);
  p->from = to;
  p->to = from;
}

/* The neighbours' rows next to ours; where there is no neighbour MPI_PROC_NULL
   leaves the boundary as it is. */
static void exchange(part *p, int above, int below) {
  double *u = p->from;
  int last = p->rows;
  #pragma omp target update from(u[N:N], u[last * N:N])
  MPI_Sendrecv(u + N, N, MPI_DOUBLE, above, 0, u + (last + 1) * N, N, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(u + last * N, N, MPI_DOUBLE, below, 1, u, N, MPI_DOUBLE, above, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  #pragma omp target update to(u[0:N], u[(last + 1) * N:N])
}

static void solve(part *p, int above, int below) {
  size_t size = (size_t)(p->rows + 2) * N;
  double *a = p->from, *b = p->to;
  #pragma omp target data map(tofrom: a[0:size]) map(to: b[0:size])
  for (int s = 0; s < SWEEPS; s += 2) {
    sweep(p);
    exchange(p, above, below);
    sweep(p);
    exchange(p, above, below);
  }
}

/* What one process computes on the host for the whole square. */
static double *reference(void) {
  double *a = malloc(sizeof(double) * N * N), *b = malloc(sizeof(double) * N * N);
  boundary(a, N, 0), boundary(b, N, 0);
  for (int s = 0; s < SWEEPS; s++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i * N + j] = 0.25 * (a[(i - 1) * N + j] + a[(i + 1) * N + j] + a[i * N + j - 1] + a[i * N + j + 1]);
    double *t = a;
    a = b, b = t;
  }
  free(b);
  return a;
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int device = my_device(), devices[ranks], counts[ranks], starts[ranks];
  omp_set_default_device(device);

  for (int r = 0; r < ranks; r++) {
    starts[r] = (int)((long)(N - 2) * r / ranks);
    counts[r] = (int)((long)(N - 2) * (r + 1) / ranks) - starts[r];
  }
  part p = {counts[rank], starts[rank], NULL, NULL};
  p.from = malloc(sizeof(double) * (size_t)(p.rows + 2) * N);
  p.to = malloc(sizeof(double) * (size_t)(p.rows + 2) * N);
  boundary(p.from, p.rows + 2, p.first), boundary(p.to, p.rows + 2, p.first);
  solve(&p, rank > 0 ? rank - 1 : MPI_PROC_NULL, rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL);

  double *whole = rank == 0 ? malloc(sizeof(double) * N * N) : NULL;
  for (int r = 0; r < ranks; r++)
    starts[r] *= N, counts[r] *= N;
  MPI_Gather(&device, 1, MPI_INT, devices, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gatherv(p.from + N, p.rows * N, MPI_DOUBLE, rank == 0 ? whole + N : NULL, counts, starts, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    double *want = reference(), worst = 0;
    for (int i = N; i < N * (N - 1); i++) {
      double d = whole[i] > want[i] ? whole[i] - want[i] : want[i] - whole[i];
      worst = d > worst ? d : worst;
    }
    for (int r = 0; r < ranks; r++)
      printf("rank %d: device %d\n", r, devices[r]);
    printf("row 8 in the middle: %.6f, worst difference %g\n", whole[8 * N + N / 2], worst);
  }
  MPI_Finalize();
  return 0;
}
