/* A module that was compiled for another version of the host interface.
 * exit: 1
 * stdout: flushed
 * stderr: error: a module was compiled for version 2 of the host interface, the runtime has version 1; compile it again */
#include "module.h"

static __ompcc_module_t module = {.version = 2};

int main(void) {
	printf("flushed");
	__ompcc_register(&module);
	puts("not reached");
}
