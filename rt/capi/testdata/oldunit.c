/* A unit that was compiled for another version of the runtime is refused, and
 * named.
 * env: OMP_TARGET_OFFLOAD=mandatory
 * exit: 1
 * stdout: begin
 * stderr: error: other.c was compiled for another version of the runtime; compile it again
 */
#include "module.h"

KERNEL(none, 0);
static void none_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
static const __ompcc_cpu_entry_t entries[] = {{"none", (void *)none_body, 0, 2, 0}};
static __ompcc_unit_t unit = {2, 0, 0, 0, "other.c", 0, 0};
static __ompcc_unit_t *units[] = {&unit};
static __ompcc_module_t module = {1, units, units + 1, entries, entries + 1, .next = 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }
__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }

CONSTRUCT(run, 1, "target", &none, ITEM("", VALUE, 0));

int main(void) {
	puts("begin");
	fflush(stdout);
	__ompcc_target(&run, &here, ARGS({0, 0, 0}));
	puts("not reached");
}
