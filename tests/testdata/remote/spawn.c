/* A program that uses MPI itself, for TestRemoteSpawn. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int level, rank, size, total = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int n = omp_get_num_devices(), sum = 0;
  for (int d = 0; d < n; d++) {
    #pragma omp target map(tofrom: sum) device(d)
    sum += rank + 1;
  }
  MPI_Reduce(&sum, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d devices, last %s, sum %d\n", n, omp_get_uid_from_device(n - 1), total);
  MPI_Finalize();
}
