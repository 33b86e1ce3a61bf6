/* Handlers for signals, installed when the runtime is at work, are called while
 * threads of the program are in it: never on a stack of Go's. The data is intact, and
 * what a signal interrupts goes on.
 * stdout: ok
 */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "../../../include/omp.h"
#include "module.h"

enum { SIZE = 1 << 20, ENOUGH = 300, WAYS = 2 };

KERNEL(add, 1);
static void add_body(void *const *args, const __ompcc_team_t *team) {
	char *p = *(char **)args[0];
	(void)team;
	for (int i = 0; i < SIZE; i++)
		p[i]++;
}
MODULE({"add", (void *)add_body, 0, 2, 0})
CONSTRUCT(run, 1, "target", &add, ITEM("p", MAP, TO | FROM | PARAM));

static pthread_t who;
static volatile int over, wrong, handled[WAYS];

/* A thread that has a stack for handlers must be on it. */
static void look(int way) {
	stack_t s;
	volatile char frame[4 << 10];
	frame[0] = frame[sizeof frame - 1] = 1;
	if (sigaltstack(NULL, &s) || (s.ss_flags != SS_DISABLE && !(s.ss_flags & SS_ONSTACK)))
		wrong++;
	handled[way] += frame[0];
}
static void by_signal(int sig) { (void)sig, look(0); }
static void by_sigaction(int sig, siginfo_t *info, void *context) { (void)sig, (void)info, (void)context, look(1); }

static void *shoot(void *arg) {
	while (!over) {
		pthread_kill(who, SIGUSR1);
		pthread_kill(who, SIGUSR2);
		usleep(100);
	}
	return arg;
}

static void use(char *host, char *dev, char value) {
	memset(host, value, SIZE);
	CHECK(!omp_target_memcpy(dev, host, SIZE, 0, 0, 0, omp_get_initial_device()));
	memset(host, 0, SIZE);
	CHECK(!omp_target_memcpy(host, dev, SIZE, 0, 0, omp_get_initial_device(), 0));
	CHECK(host[0] == value && host[SIZE - 1] == value);
	CHECK(__ompcc_target(&run, &here, ARGS({host, host, SIZE})) == 1);
	CHECK(host[0] == (char)(value + 1) && host[SIZE - 1] == (char)(value + 1));
	for (int i = 0; i < 100; i++)
		CHECK(omp_target_memset(dev, value, 1000, 0) == dev);
}

int main(void) {
	char *host = malloc(SIZE), *dev = omp_target_alloc(SIZE, 0);
	struct sigaction a = {.sa_flags = SA_SIGINFO, .sa_sigaction = by_sigaction}, now; /* no SA_RESTART */
	pthread_t t;
	who = pthread_self();
	use(host, dev, 1);
	signal(SIGUSR1, SIG_DFL), signal(SIGHUP, SIG_DFL); /* whatever the parent wanted */
	CHECK(signal(SIGUSR1, by_signal) == SIG_DFL && signal(SIGUSR1, by_signal) == by_signal);
	CHECK(!sigaction(SIGUSR2, &a, NULL) && !sigaction(SIGUSR2, NULL, &now));
	CHECK(now.sa_sigaction == by_sigaction && now.sa_flags & SA_SIGINFO && !(now.sa_flags & SA_RESTART));
	CHECK(signal(SIGHUP, SIG_IGN) == SIG_DFL && signal(SIGHUP, SIG_DFL) == SIG_IGN);
	CHECK(!pthread_create(&t, NULL, shoot, NULL));
	for (int i = 0; handled[0] < ENOUGH || handled[1] < ENOUGH; i++)
		use(host, dev, (char)i);
	over = 1;
	pthread_join(t, NULL);
	CHECK(wrong == 0);
	puts("ok");
}
