/* A shared library with a target region and a copy of the runtime. */
#include "module.h"

static int counter = 100 * ADD, device_counter = 100 * ADD;
static int left[256];

/* The libraries' device functions lie at different distances from the host's, which lie
 * at the same address when one library comes after the other. */
static int weight(void) {
#if ADD > 1
	volatile int more[4] = {1, 2, 3, 4};
	more[0] = more[1] * more[2] / more[3];
#endif
	return ADD;
}
static int device_weight(void) { return -ADD; }

KERNEL(one, 2);
static void one_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	**(int **)args[0] += ADD;
	**(int **)args[1] = device_counter++;
}
KERNEL(call, 2);
static void call_body(void *const *args, const __ompcc_team_t *team) {
	int (*f)(void) = (int (*)(void))__ompcc_cpu_function(*(void **)args[1]);
	(void)team;
	**(int **)args[0] = f();
}

static const __ompcc_global_t globals[] = {
    {"counter", &counter, sizeof counter, 0, __FILE__, 5},
    {"weight", (void *)weight, 0, 3, __FILE__, 8},
};
static __ompcc_unit_t unit = {1, 0, 2, 0, __FILE__, 0, globals};
static __ompcc_unit_t *units[] = {&unit, NULL};
static const __ompcc_cpu_entry_t entries[] = {
    {"one", (void *)one_body, 0, 2, 0}, {"call", (void *)call_body, 0, 2, 0},
    {"counter", &device_counter, sizeof counter, 0, 0}, {"weight", (void *)device_weight, 0, 3, 0},
};
static __ompcc_module_t module = {1, units, units + 2, entries, entries + 4, .next = 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target", &one, ITEM("x", MAP, TO | FROM | PARAM), ITEM("before", MAP, FROM | PARAM));
CONSTRUCT(ask, 1, "target", &call, ITEM("x", MAP, TO | FROM | PARAM), ITEM("f", VALUE, PARAM));
CONSTRUCT(hold, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(stay, 2, "target enter data", 0, ITEM("left", MAP, TO));
CONSTRUCT(get, 4, "target update", 0, ITEM("left", MAP, FROM));

int LIBRARY(int *x, int keep) {
	int before;
	if (keep)
		__ompcc_enter_data(&hold, &here, ARGS({x, x, 4}));
	return __ompcc_target(&run, &here, ARGS({x, x, 4}, {&before, &before, 4}));
}

/* What a library finds that has just been opened: its variables as they were
 * compiled, nothing mapped of its storage, its own functions. */
int FRESH(int value) {
	int x = 0, before = 0, (*f)(void) = weight;
	for (unsigned i = 0; i < COUNT(left); i++)
		left[i] = value;
	__ompcc_enter_data(&stay, &here, ARGS({left, left, sizeof left}));
	left[7] = 0;
	__ompcc_update(&get, &here, ARGS({left, left, sizeof left}));
	CHECK(left[7] == value);
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4}, {&before, &before, 4})) == 1 && x == ADD);
	CHECK(before == 100 * ADD);
	CHECK(__ompcc_target(&ask, &here, ARGS({&x, &x, 4}, {&f, &f, sizeof f})) == 1 && x == -ADD);
	return 1;
}
