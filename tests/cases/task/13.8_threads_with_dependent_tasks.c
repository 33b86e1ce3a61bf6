// Threads of the program's own, which no OpenMP runtime has made, generate target tasks at once:
// maps, kernels and updates in random order, of which those of the same array depend on each other.
#include <omp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 8, STEPS = 60, ARRAYS = 12, N = 64 };

static int pool[THREADS][ARRAYS][N];

static unsigned draw(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

static void wrong(const char *what, long thread, int array) {
  printf("thread %ld: %s, array %d\n", thread, what, array);
  exit(1);
}

static void *work(void *arg) {
  long id = (long)arg;
  uint64_t state = 7919 * id + 1;
  int(*a)[N] = pool[id], model[ARRAYS][N] = {{0}}, mapped[ARRAYS] = {0};
  for (int k = 0; k < STEPS; k++) {
    int i = draw(&state) % ARRAYS, j = draw(&state) % ARRAYS, v = draw(&state) % 1000;
    int *x = a[i], *y = a[j];
    switch (draw(&state) % 6) {
    case 0:
      if (!mapped[i]) {
        #pragma omp target enter data map(to: x[0:N]) nowait depend(inout: x[0])
        mapped[i] = 1;
      }
      break;
    case 1:
      if (mapped[i]) {
        #pragma omp target exit data map(from: x[0:N]) nowait depend(inout: x[0])
        mapped[i] = 0;
      }
      break;
    case 2:
      #pragma omp target nowait depend(inout: x[0]) map(tofrom: x[0:N]) firstprivate(v)
      for (int q = 0; q < N; q++)
        x[q] += v;
      for (int q = 0; q < N; q++)
        model[i][q] += v;
      break;
    case 3:
      if (i == j)
        break;
      #pragma omp target teams distribute parallel for nowait depend(inout: x[0]) depend(in: y[0]) map(tofrom: x[0:N]) map(to: y[0:N])
      for (int q = 0; q < N; q++)
        x[q] += y[q] & 255;
      for (int q = 0; q < N; q++)
        model[i][q] += model[j][q] & 255;
      break;
    case 4:
      if (mapped[i]) {
        #pragma omp target update from(x[0:N]) nowait depend(inout: x[0])
      }
      break;
    case 5:
      if (!mapped[i]) {
        #pragma omp taskwait depend(in: x[0])
        if (memcmp(x, model[i], sizeof model[i]))
          wrong("differs in between", id, i);
      }
    }
  }
  #pragma omp taskwait
  for (int i = 0; i < ARRAYS; i++) {
    int *x = a[i];
    if (mapped[i]) {
      #pragma omp target exit data map(from: x[0:N])
    }
    if (memcmp(x, model[i], sizeof model[i]))
      wrong("differs at the end", id, i);
  }
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&t[i], NULL, work, (void *)i))
      return 2;
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  puts("ok");
}
