/* A kernel that accesses what it must not: it is named, and the process ends by
 * the signal as without the runtime (the parent looks).
 * stdout: signal 11
 * stdout: handled
 * stderr: segv.c:17: error: target: kernel bad failed on device 0: invalid access (signal 11) at address 0x10, team 0, thread 0
 */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "module.h"

KERNEL(bad, 0);
static void bad_body(void *const *args, const __ompcc_team_t *team) { *(volatile int *)0x10 = 1; }
MODULE({"bad", (void *)bad_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &bad, ITEM("n", ATTACH, 0));

static void own(int sig) {
	puts("handled");
	exit(7);
}

static int child(int with) {
	struct rlimit none = {0, 0};
	int status;
	fflush(stdout);
	if (!fork()) {
		setrlimit(RLIMIT_CORE, &none);
		if (with)
			signal(SIGSEGV, own);
		__ompcc_target(&run, &here, ARGS({0, 0, 0}));
		_exit(3);
	}
	wait(&status);
	return status;
}

int main(void) {
	int status = child(0);
	CHECK(WIFSIGNALED(status));
	printf("signal %d\n", WTERMSIG(status));
	status = child(1);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}
