/* Libraries with target regions are opened and closed again and again, while other
 * threads use the device. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N = 500, THREADS = 3, TIMES = 100 };
static atomic_int over, wrong;
static int table[N];
#pragma omp declare target enter(table)

static void *work(void *arg)
{
  int mine[N], k = (int)(long)arg;
  do {
    for (int i = 0; i < N; i++)
      mine[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: mine)
    for (int i = 0; i < N; i++)
      mine[i] += k + table[i];
    for (int i = 0; i < N; i++)
      wrong += mine[i] != 2 * i + k;
  } while (!over);
  return NULL;
}

/* once returns what the library's counter on the device was. */
static int once(const char *name, int start)
{
  int x[N] = {0};
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return puts(dlerror()), -1;
  int (*f)(int *, int) = (int (*)(int *, int))dlsym(library, "plugin");
  int before = f(x, N);
  for (int i = 0; i < N; i++)
    wrong += x[i] != i % 7 + start;
  dlclose(library);
  return before;
}

int main(void)
{
  pthread_t t[THREADS];
  int times[2] = {0};
  for (int i = 0; i < N; i++)
    table[i] = i;
#pragma omp target update to(table)
  for (long k = 0; k < THREADS; k++)
    pthread_create(&t[k], NULL, work, (void *)k);
  for (int i = 0; i < TIMES; i++) {
    int two = i % 3 == 0, start = two ? 2000 : 1000;
    wrong += once(two ? "./two.so" : "./one.so", start) != start + times[two]++;
  }
  over = 1;
  for (int k = 0; k < THREADS; k++)
    pthread_join(t[k], NULL);
  printf("%d wrong\n", (int)wrong);
  return 0;
}
