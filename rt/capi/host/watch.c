/* Kernels that fail or do not end are named; then the process ends as a C
 * program would. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "remote.h"
#include "watch.h"
#include "../bridge.h"

/* --- OMPCC_TIMEOUT ----------------------------------------------------------- */

enum { TIMED_OUT = 124 }; /* as timeout(1) */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed; /* by the monotonic clock; made by start */
static ompcc_watch_t *running;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static _Noreturn void expire(const ompcc_watch_t *w) {
	const __ompcc_construct_t *c = w->construct;
	ompcc_error("%s:%u: error: %s: kernel %s has not ended on device %d after %g seconds (OMPCC_TIMEOUT)", c->loc.file, c->loc.line,
		c->directive ? c->directive : "target", c->kernel->name, w->device, ompcc_env()->timeout);
	_exit(TIMED_OUT);
}

/* The kernel of a rank that says nothing is not to blame: either the rank is lost soon, or it goes on. The lock is
 * released meanwhile, and the kernel may have ended. */
static int is_excused(ompcc_watch_t *w) {
	int index, device = w->device;
	if (ompcc_device_kind(device, &index) != OMPCC_REMOTE)
		return 0;
	double again = w->deadline = now() + 0.25;
	pthread_mutex_unlock(&lock);
	int answers = ompcc_go_remote_answers(device);
	pthread_mutex_lock(&lock);
	for (const ompcc_watch_t *other = running; answers && other; other = other->next)
		if (other == w && other->deadline == again)
			return 0;
	return 1;
}

/* The watchdog sleeps until the next deadline, or for as long as nothing runs. Late, it
 * names the kernel that has been running longest. */
static void *watchdog(void *unused) {
	pthread_mutex_lock(&lock);
	for (;;) {
		ompcc_watch_t *first = running;
		for (ompcc_watch_t *w = running; w; w = w->next)
			if (w->deadline < first->deadline)
				first = w;
		if (first && first->deadline <= now()) {
			if (!is_excused(first))
				expire(first);
			continue;
		}
		double next = first ? first->deadline : 0;
		struct timespec until = {(time_t)next, (long)((next - (double)(time_t)next) * 1e9)};
		if (next)
			pthread_cond_timedwait(&changed, &lock, &until);
		else
			pthread_cond_wait(&changed, &lock);
	}
	return unused;
}

static void start(void) {
	pthread_t thread;
	pthread_condattr_t attr;
	sigset_t all, old;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&changed, &attr);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (pthread_create(&thread, NULL, watchdog, NULL))
		ompcc_warn("OMPCC_TIMEOUT has no effect: no thread can be started");
	else
		pthread_detach(thread);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void ompcc_watch_start(ompcc_watch_t *w, const __ompcc_construct_t *c, int device, double seconds) {
	pthread_once(&once, start);
	*w = (ompcc_watch_t){.construct = c, .device = device, .deadline = now() + seconds, .self = &running};
	pthread_mutex_lock(&lock);
	if ((w->next = running))
		w->next->self = &w->next;
	running = w;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

void ompcc_watch_stop(ompcc_watch_t *w) {
	pthread_mutex_lock(&lock);
	if ((*w->self = w->next))
		w->next->self = w->self;
	pthread_mutex_unlock(&lock);
}

/* --- faults in kernels of the CPU device --------------------------------------- */

static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { FAULTS = sizeof faults / sizeof *faults };
static struct sigaction before[FAULTS], others[FAULTS];

void ompcc_watch_before(void) {
	for (int i = 0; i < FAULTS; i++)
		sigaction(faults[i], NULL, &before[i]);
}

static int index_of(int sig) {
	int i = 0;
	while (faults[i] != sig)
		i++;
	return i;
}

/* Go's handler, or one that the program installed since, for what is not ours. */
static void pass_on(int sig, siginfo_t *info, void *context) {
	const struct sigaction *a = &others[index_of(sig)];
	if (a->sa_flags & SA_SIGINFO)
		a->sa_sigaction(sig, info, context);
	else if (a->sa_handler != SIG_DFL && a->sa_handler != SIG_IGN)
		a->sa_handler(sig);
	else
		sigaction(sig, a, NULL);
}

/* In a copy: back to who copies. In a kernel: the message, and then what the program would have met without
 * the runtime when the instruction is executed again. */
static void fault(int sig, siginfo_t *info, void *context) {
	const __ompcc_construct_t *c = ompcc_cpu_job();
	if (ompcc_copying && (sig == SIGSEGV || sig == SIGBUS))
		__builtin_longjmp(ompcc_copying->at, 1);
	if (!c) {
		pass_on(sig, info, context);
		return;
	}
	const __ompcc_thread_t *t = ompcc_core_cpu_self();
	const char *what = sig == SIGFPE ? "division by zero or overflow" : sig == SIGILL ? "invalid instruction"
											  : "invalid access";
	char text[600];
	if (c == &ompcc_remote_construct) {
		int n = snprintf(text, sizeof text, "a kernel failed: %s (signal %d) at address %p, team %u, thread %u", what, sig, info->si_addr,
			t->team_num, t->thread_num);
		ompcc_remote_break(text, (size_t)n);
	}
	int n = snprintf(text, sizeof text, "ompcc: %s:%u: error: %s: kernel %s failed on device %d: %s (signal %d) at address %p, team %u, thread %u\n",
		c->loc.file, c->loc.line, c->directive ? c->directive : "target", c->kernel->name, t->device_num, what, sig,
		info->si_addr, t->team_num, t->thread_num);
	ompcc_write(text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
	sigaction(sig, &before[index_of(sig)], NULL);
}

void ompcc_watch_faults(void) {
	struct sigaction a = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
	a.sa_sigaction = fault;
	sigemptyset(&a.sa_mask);
	for (int i = 0; i < FAULTS; i++)
		sigaction(faults[i], &a, &others[i]);
}
