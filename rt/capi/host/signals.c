/* Handlers of the program for signals. One may be called while its thread executes
 * Go code, whose small stacks have no room for it. Go gives each thread that comes
 * to it another stack for handlers, unless it has one, but the handler must want it: Go sees to
 * that for those which are there when it starts, this file for those that come later. */
#include <signal.h>
#include <stddef.h>

#include "loader.h"

#define INTERPOSE __attribute__((visibility("default"), weak))

/* glibc's own names of the functions, for programs that are linked statically. */
extern int __sigaction(int, const struct sigaction *, struct sigaction *);
extern __sighandler_t ssignal(int, __sighandler_t);

static int (*next_sigaction)(int, const struct sigaction *, struct sigaction *);
static __sighandler_t (*next_signal)(int, __sighandler_t);

/* The next definition may be that of a sanitizer, which wants to know, too. */
__attribute__((constructor)) static void find_next(void) {
	*(void **)&next_sigaction = ompcc_host_symbol("sigaction");
	*(void **)&next_signal = ompcc_host_symbol("signal");
}

static int is_handler(__sighandler_t f) { return f != SIG_DFL && f != SIG_IGN && f != SIG_ERR; }

static int install(int sig, const struct sigaction *act, struct sigaction *old) {
	return (next_sigaction ? next_sigaction : __sigaction)(sig, act, old);
}

INTERPOSE int sigaction(int sig, const struct sigaction *act, struct sigaction *old) {
	struct sigaction with;
	if (act && is_handler(act->sa_handler)) {
		with = *act;
		with.sa_flags |= SA_ONSTACK;
		act = &with;
	}
	return install(sig, act, old);
}

INTERPOSE __sighandler_t signal(int sig, __sighandler_t handler) {
	struct sigaction a;
	__sighandler_t before = (next_signal ? next_signal : ssignal)(sig, handler);
	if (before != SIG_ERR && is_handler(handler) && !install(sig, NULL, &a)) {
		a.sa_flags |= SA_ONSTACK;
		install(sig, &a, NULL);
	}
	return before;
}
