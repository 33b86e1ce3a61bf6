/* Four CPU devices have variables of their own, also with kernels at work on
 * several devices at once.
 * env: OMPCC_CPU_DEVICES=4
 */
#include <pthread.h>

#include "module.h"

extern int omp_get_num_devices(void);
extern int omp_target_memcpy(void *, const void *, size_t, size_t, size_t, int, int);

enum { DEVICES = 4, ROUNDS = 500 };

static int counter = 5;
__attribute__((section("ompcc_cpu_data"))) static int device_counter = 5;
extern char __start_ompcc_cpu_data[], __stop_ompcc_cpu_data[];

KERNEL(work, 0);
static void work_body(void *const *args, const __ompcc_team_t *team) {
	(void)args, (void)team;
	int before = *(volatile int *)&device_counter;
	for (volatile int i = 0; i < 500; i++)
		;
	device_counter = before + 1;
}

static const __ompcc_global_t globals[] = {{"counter", &counter, sizeof counter, 0, __FILE__, 5}};
static __ompcc_unit_t unit = {1, 0, 1, 0, __FILE__, 0, globals};
static __ompcc_unit_t *units[] = {&unit, NULL};
static const __ompcc_cpu_entry_t entries[] = {
    {"work", (void *)work_body, 0, 2, 0},
    {"counter", &device_counter, sizeof counter, 0, 0},
};
static __ompcc_module_t module = {1, units, units + 2, entries, entries + 2, 0, 0, __start_ompcc_cpu_data, __stop_ompcc_cpu_data, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target", &work, ITEM("counter", MAP, TO | FROM));
CONSTRUCT(put, 4, "target update", 0, ITEM("counter", MAP, TO));
CONSTRUCT(get, 4, "target update", 0, ITEM("counter", MAP, FROM));

static void *use(void *arg) {
	__ompcc_launch_t on = {.device = (long)arg};
	for (int i = 0; i < ROUNDS; i++)
		CHECK(__ompcc_target(&run, &on, ARGS({&counter, &counter, sizeof counter})) == 1);
	return NULL;
}

static int value(long device) {
	counter = -1;
	__ompcc_update(&get, &(__ompcc_launch_t){.device = device}, ARGS({&counter, &counter, sizeof counter}));
	return counter;
}

int main(void) {
	pthread_t t[DEVICES];
	CHECK(omp_get_num_devices() == DEVICES);
	for (long d = 0; d < DEVICES; d++) {
		counter = 1000 * (int)d;
		__ompcc_update(&put, &(__ompcc_launch_t){.device = d}, ARGS({&counter, &counter, sizeof counter}));
	}
	for (long d = 0; d < DEVICES; d++)
		pthread_create(&t[d], NULL, use, (void *)d);
	for (int d = 0; d < DEVICES; d++)
		pthread_join(t[d], NULL);
	for (int d = 0; d < DEVICES; d++)
		CHECK(value(d) == 1000 * d + ROUNDS);
	/* The address is the same on each device; the copies are not. */
	CHECK(omp_target_memcpy(&device_counter, &device_counter, sizeof counter, 0, 0, 1, 3) == 0);
	CHECK(value(1) == 3000 + ROUNDS && value(0) == ROUNDS);
	puts("ok");
}
