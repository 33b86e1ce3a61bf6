/* A program whose child of fork ends otherwise than it does itself, run by TestTraceOfForks. */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../module.h"

static int x[4];
CONSTRUCT(hold, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(drop, 3, "target exit data", 0, ITEM("x", MAP, FROM));
static __ompcc_cpu_entry_t none[1];
static __ompcc_module_t module = {1, 0, 0, none, none, 0, 0, 0};
__attribute__((constructor)) static void in(void) { __ompcc_register(&module); }

int main(void) {
	__ompcc_enter_data(&hold, &here, ARGS({x, x, sizeof x}));
	pid_t child = fork();
	__ompcc_exit_data(&drop, &here, ARGS({x, x, sizeof x}));
	if (child == 0)
		exit(0);
	waitpid(child, NULL, 0);
	ENDING;
}
