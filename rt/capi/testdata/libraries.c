/* One runtime, one map table, though two dlopen'ed libraries (and the program,
 * when it is linked with the runtime) each bring a copy; they go away and come
 * again, while the program's own threads use the device. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

#include "../../../include/omp.h"
#ifdef WITH_RUNTIME
#include "module.h"

static int table[64], device_table[64];

KERNEL(add, 1);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	int *p = *(int **)args[0];
	(void)team;
	for (int i = 0; i < 64; i++)
		p[i] += device_table[i];
}
static const __ompcc_global_t globals[] = {{"table", table, sizeof table, 0, __FILE__, 13}};
static __ompcc_unit_t unit = {1, 0, 1, 0, __FILE__, 0, globals};
static __ompcc_unit_t *units[] = {&unit, NULL};
static const __ompcc_cpu_entry_t entries[] = {{"add", (void *)add_body, 0, 2, 0}, {"table", device_table, sizeof table, 0, 0}};
static __ompcc_module_t module = {1, units, units + 2, entries, entries + 2, .next = 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }
CONSTRUCT(run, 1, "target", &add, ITEM("x", MAP, TO | FROM | PARAM));
CONSTRUCT(put, 4, "target update", 0, ITEM("table", MAP, TO));

static int over;
static void *use(void *arg) {
	do {
		int x[64] = {0};
		CHECK(__ompcc_target(&run, &here, ARGS({x, x, sizeof x})) == 1);
		for (int i = 0; i < 64; i++)
			CHECK(x[i] == i);
	} while (!__atomic_load_n(&over, __ATOMIC_RELAXED));
	return arg;
}

static void again_and_again(char **names) {
	enum { THREADS = 3, TIMES = 100 };
	pthread_t t[THREADS];
	for (int i = 0; i < 64; i++)
		table[i] = i;
	__ompcc_update(&put, &here, ARGS({table, table, sizeof table}));
	for (int i = 0; i < THREADS; i++)
		CHECK(!pthread_create(&t[i], NULL, use, NULL));
	for (int i = 0; i < TIMES; i++) {
		int second = i % 3 == 0;
		void *library = dlopen(names[second], RTLD_NOW | RTLD_LOCAL);
		CHECK(library);
		int (*fresh)(int) = (int (*)(int))dlsym(library, second ? "fresh_two" : "fresh_one");
		CHECK(fresh(i + 1) == 1);
		CHECK(dlclose(library) == 0);
		CHECK(!dlopen(names[second], RTLD_NOW | RTLD_NOLOAD));
	}
	__atomic_store_n(&over, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
}
#else
#include <stdio.h>
#include <stdlib.h>
#define CHECK(x) do { if (!(x)) { printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #x); exit(2); } } while (0)
static void again_and_again(char **names) { (void)names; } /* the first library stays: it serves the others */
#endif

int main(int argc, char **argv) {
	int x = 0;
	CHECK(argc == 3);
	void *a = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	CHECK(a);
	int (*one)(int *, int) = (int (*)(int *, int))dlsym(a, "library_one");
	CHECK(one(&x, 0) == 1 && x == 1);
	CHECK(one(&x, 1) == 1 && x == 1); /* stays mapped */
	void *b = dlopen(argv[2], RTLD_NOW | RTLD_LOCAL);
	CHECK(b);
	int (*two)(int *, int) = (int (*)(int *, int))dlsym(b, "library_two");
	CHECK(two(&x, 0) == 1 && x == 1); /* the same table: not moved */
	int (*present)(const void *, int) = (int (*)(const void *, int))dlsym(b, "omp_target_is_present");
	CHECK(present(&x, 0) == 1);
	CHECK(dlclose(a) == 0);
	CHECK(two(&x, 0) == 1);
	CHECK(dlclose(b) == 0);
	again_and_again(argv + 1);
	puts("ok");
}
