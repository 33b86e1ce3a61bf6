/* Mapping more than is present is an error that says what is where.
 * exit: 1
 * stderr: 'a[0:20]' is only partly mapped on device 0 (cpu)
 * stderr: 'a[5:10]' by the construct at
 * stdout: flushed */
#include "module.h"

KERNEL(empty, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"empty", (void *)empty_body, 0, 2, 0})
CONSTRUCT(part, 2, "target enter data", 0, ITEM("a[5:10]", MAP, TO));
CONSTRUCT(all, 2, "target enter data", 0, ITEM("a[0:20]", MAP, TO));

int main(void) {
	char a[20] = "";
	printf("flushed\n");
	__ompcc_enter_data(&part, &here, ARGS({a, a + 5, 10}));
	__ompcc_enter_data(&all, &here, ARGS({a, a, 20}));
}
