/* One runtime, one map table, though two dlopen'ed libraries (and the program,
 * when it is linked with the runtime) each bring a copy; one goes away. */
#include <dlfcn.h>
#include <stdint.h>

#include "../../../include/omp.h"
#ifdef WITH_RUNTIME
#include "module.h"
KERNEL(empty, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"empty", (void *)empty_body, 0, 2, 0})
#else
#include <stdio.h>
#include <stdlib.h>
#define CHECK(x) do { if (!(x)) { printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #x); exit(2); } } while (0)
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
	puts("ok");
}
