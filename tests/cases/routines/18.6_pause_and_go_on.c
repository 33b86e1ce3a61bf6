// only: device
// flags: -fopenmp-version=60
// OpenMP 5.2 §18.6: after a pause the devices are used again; a hard pause gives up what was
// mapped, the host's data stays as it is.
#include <omp.h>
#include <stdio.h>

static int counter = 5, data[100];
#pragma omp declare target enter(counter)
static int wrong;
#define IS(e) do { if (!(e)) printf("%d: %s is not so\n", __LINE__, #e), wrong++; } while (0)

static int region(int dev)
{
  int before = -1, x[10] = {0};
#pragma omp target device(dev) map(from: before) map(tofrom: x)
  {
#pragma omp atomic capture
    before = counter++;
    for (int i = 0; i < 10; i++)
      x[i] += i;
  }
  IS(x[9] == 9);
  return before;
}

static void rounds(omp_pause_resource_t kind, int all)
{
  int dev = omp_get_default_device(), *p = omp_target_alloc(sizeof data, dev);
  for (int i = 0; i < 100; i++)
    data[i] = i;
#pragma omp target enter data map(to: data)
#pragma omp target
  for (int i = 0; i < 100; i++)
    data[i] = -1;
  IS(omp_target_is_present(data, dev));
  region(dev);
  omp_target_free(p, dev);
  IS((all ? omp_pause_resource_all(kind) : omp_pause_resource(kind, dev)) == 0);
  IS(data[99] == 99);
  IS(omp_target_is_present(data, dev) == (kind == omp_pause_soft));
  region(dev); /* the device is at work again */
  int sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: data)
  for (int i = 0; i < 100; i++)
    sum += data[i];
  IS(sum == (kind == omp_pause_soft ? -100 : 4950));
#pragma omp target exit data map(delete: data)
  IS(omp_get_default_device() == dev);
}

int main(void)
{
  for (int i = 0; i < 3; i++) {
    rounds(omp_pause_soft, i % 2);
    rounds(omp_pause_hard, i % 2);
  }
  int inside = 0;
#pragma omp target map(from: inside)
  inside = omp_pause_resource(omp_pause_soft, 0) != 0 && omp_pause_resource_all(omp_pause_hard) != 0;
  IS(inside); /* not from a region of a device */
  IS(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) == 0 && omp_pause_resource(omp_pause_soft, omp_initial_device) == 0);
  IS(omp_pause_resource((omp_pause_resource_t)9, 0) != 0 && omp_pause_resource_all((omp_pause_resource_t)9) != 0);
#pragma omp parallel num_threads(4)
  region(omp_get_default_device());
  IS(omp_pause_resource_all(omp_pause_stop_tool) == 0);
  region(omp_get_default_device());
  puts(wrong ? "wrong" : "ok");
  return 0;
}
