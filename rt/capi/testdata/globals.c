/* declare target variables: always present, moved by update only, and link
 * variables, which the device reaches through a pointer while mapped. */
#include "module.h"

static int counter = 5, big[10] = {1, 2, 3};
static int device_counter = 5, *device_big; /* what the image would hold */

KERNEL(work, 0);
static void work_body(void *const *args, const __ompcc_team_t *team) {
	(void)args, (void)team;
	device_counter++;
	device_big[1] += 40;
}

static const __ompcc_global_t globals[] = {
    {"counter", &counter, sizeof counter, 0, __FILE__, 5},
    {"big", big, sizeof big, 1, __FILE__, 5},
};
static __ompcc_unit_t unit = {1, 0, 2, 0, __FILE__, 0, globals};
static __ompcc_unit_t *units[] = {&unit, NULL};
static const __ompcc_cpu_entry_t entries[] = {
    {"work", (void *)work_body, 0, 2, 0},
    {"counter", &device_counter, sizeof counter, 0, 0},
    {"big", &device_big, sizeof device_big, 1, 0},
};
static __ompcc_module_t module = {1, units, units + 2, entries, entries + 3, .next = 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target", &work, ITEM("big", MAP, TO | FROM), ITEM("counter", MAP, TO | FROM));
CONSTRUCT(get, 4, "target update", 0, ITEM("counter", MAP, FROM));
CONSTRUCT(drop, 3, "target exit data", 0, ITEM("counter", MAP, DELETE));

int main(void) {
	for (int i = 0; i < 2; i++)
		CHECK(__ompcc_target(&run, &here, ARGS({big, big, sizeof big}, {&counter, &counter, sizeof counter})) == 1);
	CHECK(big[1] == 82);
	CHECK(counter == 5);
	__ompcc_exit_data(&drop, &here, ARGS({&counter, &counter, sizeof counter}));
	__ompcc_update(&get, &here, ARGS({&counter, &counter, sizeof counter}));
	CHECK(counter == 7);
	puts("ok");
}
