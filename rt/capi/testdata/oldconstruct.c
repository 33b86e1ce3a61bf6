/* A construct of an object that was compiled for another version of the host
 * interface than the rest of the program: the host's data stays as it is.
 * exit: 1
 * stdout: host data 1 intact
 * stderr: oldconstruct.c:21: error: compiled for version 2 of the host interface, the runtime has version 1 */
#include "module.h"

static __ompcc_cpu_entry_t none[1];
static __ompcc_module_t module = {1, 0, 0, none, none, 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

static int x = 1;

static void look(void) { printf("host data %d %s\n", x, x == 1 ? "intact" : "lost"); }

int main(void) {
	static const __ompcc_item_t items[] = {ITEM("x", MAP, TO | FROM)};
	/* The place of the construct is that of the next line. */
	static const __ompcc_construct_t old =
	    {2, 2, {__FILE__, "main", __LINE__, 1}, "target enter data", 1, items, 0, 0};
	atexit(look);
	__ompcc_enter_data(&old, &here, ARGS({&x, &x, 4}));
	puts("not reached");
}
