/* A section of a null pointer with elements is an error that says so; one without maps nothing.
 * exit: 1
 * stderr: nullsection.c:9: error: target enter data: 'p[5:n]' cannot be mapped to device 0 (cpu): 12 bytes at address 0x14, a null pointer's
 * stdout: flushed */
#include "module.h"

MODULE({"none", 0, 0, 2, 0})
CONSTRUCT(none, 2, "target enter data", 0, ITEM("p[0:0]", MAP, TO));
CONSTRUCT(some, 2, "target enter data", 0, ITEM("p[5:n]", MAP, TO));

int main(void) {
	int *p = 0;
	__ompcc_enter_data(&none, &here, ARGS({p, p, 0}));
	puts("flushed");
	__ompcc_enter_data(&some, &here, ARGS({p, (char *)p + 5 * sizeof *p, 12}));
}
