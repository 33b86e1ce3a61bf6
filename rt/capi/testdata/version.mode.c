/* What was compiled for another version is refused: see TestOtherVersion. */
#include "module.h"

KERNEL(none, 0);
static void none_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
static const __ompcc_cpu_entry_t entries[] = {{"none", (void *)none_body, 0, 2, 0}};
static __ompcc_unit_t unit = {UNIT_VERSION, 0, 0, 0, "other.c", 0, 0};
static __ompcc_unit_t *units[] = {&unit};
static __ompcc_module_t module = {MODULE_VERSION, units, units + 1, entries, entries + 1, .next = 0};

static const __ompcc_construct_t run = {CONSTRUCT_VERSION, 1, {"app.c", "main", 7, 1}, "target", 0, 0, &none, 0};

int main(void) {
	puts("begin");
	fflush(stdout);
	__ompcc_register(&module);
	if (!__ompcc_target(&run, &here, 0))
		puts("on the host");
	puts("ok");
}
