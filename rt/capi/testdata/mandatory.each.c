/* What OMP_TARGET_OFFLOAD=MANDATORY forbids, each way that a construct can fail to
 * reach its device: run by TestMandatory with the name. */
#include <omp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "module.h"

KERNEL(empty, 0);
KERNEL(unknown, 0);
static void empty_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
__attribute__((unused)) static void unknown_body(void *const *args, const __ompcc_team_t *team) { (void)args, (void)team; }
MODULE({"empty", (void *)empty_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &empty, ITEM("x", MAP, TO));
CONSTRUCT(missing, 1, "target", &unknown, ITEM("x", MAP, TO));
CONSTRUCT(enter, 2, "target enter data", 0, ITEM("x", MAP, TO));
CONSTRUCT(leave, 3, "target exit data", 0, ITEM("x", MAP, FROM));
CONSTRUCT(move, 4, "target update", 0, ITEM("x", MAP, FROM));

static int x = 7;
static void report(void) { printf("x is %d\n", x); }
static int is(char **argv, const char *name) { return !strcmp(argv[1], name); }

int main(int argc, char **argv) {
	__ompcc_arg_t args[] = {{&x, &x, sizeof x}};
	CHECK(argc == 2);
	atexit(report);
	CHECK(__ompcc_target(&run, &(__ompcc_launch_t){.device = HOST_DEVICE}, args) == 0); /* if(0) is allowed */
	__ompcc_target_host_end(&run, &(__ompcc_launch_t){.device = HOST_DEVICE});
	if (is(argv, "default"))
		printf("default %d\n", omp_get_default_device());
	if (is(argv, "target"))
		__ompcc_target(&run, &here, args);
	if (is(argv, "far"))
		__ompcc_target(&run, &(__ompcc_launch_t){.device = 4}, args);
	if (is(argv, "no kernel"))
		__ompcc_target(&missing, &here, args);
	if (is(argv, "target enter data"))
		__ompcc_enter_data(&enter, &here, args);
	if (is(argv, "target exit data"))
		__ompcc_exit_data(&leave, &here, args);
	if (is(argv, "target update"))
		__ompcc_update(&move, &here, args);
	if (is(argv, "child")) {
		int status;
		CHECK(__ompcc_target(&run, &here, args) == 1);
		fflush(stdout);
		if (fork() == 0)
			__ompcc_target(&run, &here, args);
		else {
			CHECK(wait(&status) > 0 && WIFEXITED(status));
			_exit(WEXITSTATUS(status));
		}
	}
	puts("went on");
}
