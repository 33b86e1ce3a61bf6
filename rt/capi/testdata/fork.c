/* A child of fork has no devices; its target regions run on the host, of which it is
 * told, and the parent's devices go on. A child without target regions is told nothing.
 * stdout: ok
 * stderr: fork.c:18: target: a child of fork has no devices: the host executes its target regions, and has not what its parent mapped
 */
#include <sys/wait.h>
#include <unistd.h>

#include "../../../include/omp.h"
#include "module.h"

KERNEL(one, 1);
static void one_body(void *const *args, const __ompcc_team_t *team) {
	(void)team;
	**(int **)args[0] += 1;
}
MODULE({"one", (void *)one_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &one, ITEM("x", MAP, TO | FROM | PARAM));

static int child(int want) {
	int x = 0, status;
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0)
		exit(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == want ? 0 : 3);
	CHECK(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

int main(void) {
	int x = 0;
	CHECK(child(1) == 0); /* before anything was used: the child has devices */
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 1);
	CHECK(child(0) == 0);
	fflush(stdout);
	if (fork() == 0) {
		fclose(stderr);
		CHECK(omp_get_num_devices() == 0 && omp_is_initial_device());
		exit(0);
	}
	int status;
	CHECK(wait(&status) > 0 && status == 0);
	CHECK(__ompcc_target(&run, &here, ARGS({&x, &x, 4})) == 1);
	CHECK(x == 2 && omp_get_num_devices() == 1);
	puts("ok");
}
