/* A map of 5 GiB, of which both ends are touched. */
#include <sys/mman.h>

#include "module.h"

enum { PAGE = 4096 };
#define SIZE (5ul << 30)

KERNEL(ends, 1);
static void ends_body(void *const *args, const __ompcc_team_t *team) {
	char *p = *(char **)args[0];
	p[0]++;
	p[SIZE - 1]++;
}
MODULE({"ends", (void *)ends_body, 0, 2, 0})
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("p[0:n]", MAP, 0));
CONSTRUCT(put, 4, "target update", 0, ITEM("p[0:4096]", MAP, TO), ITEM("p[n-4096:4096]", MAP, TO));
CONSTRUCT(get, 4, "target update", 0, ITEM("p[0:4096]", MAP, FROM), ITEM("p[n-4096:4096]", MAP, FROM));
CONSTRUCT(run, 1, "target", &ends, ITEM("p", POINTER, PARAM));
CONSTRUCT(del, 3, "target exit data", 0, ITEM("p[0:n]", MAP, DELETE));

int main(void) {
	char *p = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	CHECK(p != MAP_FAILED);
	p[0] = 10, p[SIZE - 1] = 20;
	__ompcc_arg_t ends[] = {{p, p, PAGE}, {p, p + SIZE - PAGE, PAGE}};
	__ompcc_enter_data(&enter, &here, ARGS({p, p, SIZE}));
	__ompcc_update(&put, &here, ends);
	CHECK(__ompcc_target(&run, &here, ARGS({p, p, 0})) == 1);
	CHECK(p[0] == 10 && p[SIZE - 1] == 20);
	__ompcc_update(&get, &here, ends);
	CHECK(p[0] == 11 && p[SIZE - 1] == 21);
	__ompcc_exit_data(&del, &here, ARGS({p, p, SIZE}));
	puts("ok");
}
