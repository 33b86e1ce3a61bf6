/* A tool after a fork (report of 2016, section 7.1). A child of a program that has not used OpenMP initialises it,
 * and calls the tool as any process does. Elsewhere nothing is initialised again: the child keeps its parent's tool. */
#include <ompt-tr2016.h>

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int asked, initialised, targets;

static void on_target(int device, ompt_target_type_t type, ompt_task_data_t *task, ompt_scope_endpoint_t endpoint, ompt_target_id_t id, const void *ra) {
	(void)device, (void)type, (void)task, (void)id, (void)ra;
	targets += endpoint == ompt_scope_begin;
}

static void initialize(ompt_function_lookup_t lookup, const char *runtime, unsigned version) {
	(void)runtime, (void)version;
	((__typeof__(ompt_set_callback) *)lookup("ompt_set_callback"))(ompt_event_target, (ompt_callback_t)on_target);
	initialised++;
}

ompt_initialize_fn_t ompt_tool(void) {
	asked++;
	return initialize;
}

static void region(const char *who) {
	int x = 1;
#pragma omp target map(tofrom : x)
	x++;
	printf("%s: asked %d, initialised %d, %d regions, x %d\n", who, asked, initialised, targets, x);
	fflush(stdout);
}

static void child(const char *who) {
	pid_t pid = fork();
	if (pid == 0) {
		region(who);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

int main(int argc, char **argv) {
	(void)argv;
	if (argc == 1)
		child("child before OpenMP is used");
	region("parent");
	child("child afterwards");
	region("parent");
	return 0;
}
