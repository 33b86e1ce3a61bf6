/* What a module that is linked with the shared runtime (-shared-libompcc) has of its own. It is an object of
 * libompcc_nonshared.a. The module gets the mark by which the copies of the runtime elect one (rt/capi/entry/elect.c).
 * The mark leads to the shared runtime's table, so the module stands in the election where it would with a copy. */
#include "../entry/mark.h"

extern const ompcc_runtime_t __ompcc_table;
extern void __ompcc_start(const ompcc_runtime_t *const *mark);

OMPCC_MARK(&__ompcc_table);

/* -Wl,-u names it, so that the linker takes this object. */
__attribute__((visibility("hidden"))) const char __ompcc_shared_module = 1;

/* Behind the constructors of the module's own objects, which come first in the link. */
__attribute__((constructor)) static void start(void) { __ompcc_start(&ompcc_mine); }
