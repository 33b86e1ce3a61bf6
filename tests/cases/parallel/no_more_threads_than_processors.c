// only: device
// gpu: no (it counts the CPU device's threads)
// Many host threads launch kernels at once, with teams and with nested parallel
// regions: as long as none says how many threads it wants, the CPU device's are not
// more than the processors.
#include <dirent.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

enum { HOSTS = 8, ROUNDS = 20 };

/* threads is the number of the device's threads in this process. */
static int threads(void)
{
  DIR *d = opendir("/proc/self/task");
  int n = 0;
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
    FILE *f = *e->d_name == '.' ? NULL : fopen(path, "r");
    if (f && fgets(name, sizeof name, f))
      n += !strncmp(name, "ompcc-cpu", 9);
    if (f)
      fclose(f);
  }
  if (d)
    closedir(d);
  return n;
}

int main(void)
{
  int most = 0, wrong = 0, procs = omp_get_num_procs();
#pragma omp parallel num_threads(HOSTS) reduction(max: most) reduction(+: wrong)
  for (int r = 0; r < ROUNDS; r++) {
    int sum = 0, inner = 0, alone = 0, limit = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum, inner) reduction(+: sum, inner)
    for (int i = 0; i < 64; i++) {
      int mine = 0;
#pragma omp parallel reduction(+: mine)
      mine++;
      inner += mine > 0;
      sum += i;
    }
#pragma omp target map(tofrom: alone, limit)
    {
      limit = omp_is_initial_device() ? 0 : omp_get_max_threads();
#pragma omp parallel reduction(+: alone)
      alone++;
    }
    wrong += sum != 2016 || inner != 64 || (limit && alone != limit);
    int n = threads();
    most = n > most ? n : most;
  }
  if (most > procs)
    printf("%d threads of the device for %d processors\n", most, procs);
  puts(wrong || most > procs ? "wrong" : "ok");
  return 0;
}
