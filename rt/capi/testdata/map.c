/* map to/from/tofrom/alloc, reference counts, always, update. */
#include "module.h"

static int a[100];

KERNEL(add, 2);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	int *p = *(int **)args[0], v = *(int *)args[1];
	for (int i = 0; i < 100; i++)
		p[i] += v;
}
KERNEL(empty, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }

MODULE({"add", (void *)add_body, 0, 2, 0}, {"empty", (void *)empty_body, 0, 2, 0})

static const __ompcc_construct_t nothing = {1, 1, {__FILE__, "test", __LINE__, 1}, "target", 0, 0, &empty, 0};
CONSTRUCT(tofrom, 1, "target", &add, ITEM("a", MAP, TO | FROM | PARAM), ITEM("v", VALUE, PARAM));
CONSTRUCT(in_to, 2, "target enter data", 0, ITEM("a", MAP, TO));
CONSTRUCT(in_alloc, 2, "target enter data", 0, ITEM("a", MAP, 0));
CONSTRUCT(out_from, 3, "target exit data", 0, ITEM("a", MAP, FROM));
CONSTRUCT(out_release, 3, "target exit data", 0, ITEM("a", MAP, RELEASE));
CONSTRUCT(out_delete, 3, "target exit data", 0, ITEM("a", MAP, DELETE));
CONSTRUCT(up_to, 4, "target update", 0, ITEM("a", MAP, TO));
CONSTRUCT(up_from, 4, "target update", 0, ITEM("a", MAP, FROM));

static void set(int v) {
	for (int i = 0; i < 100; i++)
		a[i] = v;
}

static int all(int v) {
	for (int i = 0; i < 100; i++)
		if (a[i] != v)
			return 0;
	return 1;
}

static void target(int v) {
	CHECK(__ompcc_target(&tofrom, &here, ARGS({a, a, sizeof a}, {0, &v, sizeof v})) == 1);
}

#define A ARGS({a, a, sizeof a})

int main(void) {
	CHECK(__ompcc_target(&nothing, &here, 0) == 1);
	set(1);
	target(5);
	CHECK(all(6)); /* new: moved both ways */

	__ompcc_enter_data(&in_to, &here, A);
	target(1);
	CHECK(all(6)); /* present: not moved */
	set(50);
	target(1);
	CHECK(all(50));
	__ompcc_update(&up_from, &here, A);
	CHECK(all(8));
	set(100);
	__ompcc_update(&up_to, &here, A);
	target(1);
	__ompcc_enter_data(&in_to, &here, A); /* count 2, no motion */
	__ompcc_exit_data(&out_from, &here, A);
	CHECK(all(100)); /* count 1: not moved */
	__ompcc_exit_data(&out_from, &here, A);
	CHECK(all(101)); /* count 0: moved */

	__ompcc_enter_data(&in_to, &here, A);
	__ompcc_enter_data(&in_alloc, &here, A);
	target(1);
	__ompcc_exit_data(&out_delete, &here, A);
	CHECK(all(101));
	__ompcc_exit_data(&out_from, &here, A); /* absent: nothing */
	__ompcc_exit_data(&out_release, &here, A);
	__ompcc_update(&up_from, &here, A);
	CHECK(all(101));
	target(1);
	CHECK(all(102));
	puts("ok");
}
