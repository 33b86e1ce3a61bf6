/* The environment (OpenMP 5.2 §21). A bad value gets a warning and counts as
 * not set. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "shim.h"

static ompcc_env_t env = {.default_device = -1, .cpu_devices = 1};
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* trimmed copies the value without blanks round it; NULL when it is not set. */
static const char *trimmed(const char *name, char *buf, size_t size) {
	const char *v = getenv(name);
	if (!v)
		return NULL;
	v += strspn(v, " \t\n");
	size_t n = strlen(v);
	while (n > 0 && strchr(" \t\n", v[n - 1]))
		n--;
	if (n >= size)
		n = size - 1;
	memcpy(buf, v, n);
	buf[n] = 0;
	return buf;
}

/* number reads a decimal number of at least low; fallback otherwise. */
static int number(const char *name, int low, int fallback) {
	char buf[64], *end;
	const char *v = trimmed(name, buf, sizeof buf);
	if (!v || !*v)
		return fallback;
	errno = 0;
	long n = strtol(v, &end, 10);
	if (errno || *end || n < low || n > INT_MAX) {
		ompcc_warn("%s='%s' is not a number of at least %d; ignored", name, v, low);
		return fallback;
	}
	return (int)n;
}

/* choice returns the index of the value in the NULL-terminated list. */
static int choice(const char *name, const char *const *list, int fallback, const char *words) {
	char buf[64];
	const char *v = trimmed(name, buf, sizeof buf);
	if (!v || !*v)
		return fallback;
	for (int i = 0; list[i]; i++)
		if (!strcasecmp(v, list[i]))
			return i;
	ompcc_warn("%s='%s' is none of %s; ignored", name, v, words);
	return fallback;
}

/* info accepts a number (a mask, any base) as LIBOMPTARGET_INFO does. */
static unsigned info(const char *name) {
	char buf[64], *end;
	const char *v = trimmed(name, buf, sizeof buf);
	if (!v || !*v)
		return 0;
	long n = strtol(v, &end, 0);
	if (*end) {
		ompcc_warn("%s='%s' is not a number; ignored", name, v);
		return 0;
	}
	return (unsigned)n;
}

static void read_env(void) {
	static const char *const offload[] = {"default", "mandatory", "disabled", NULL};
	static const char *const display[] = {"false", "true", "verbose", "0", "1", NULL};
	env.offload = choice("OMP_TARGET_OFFLOAD", offload, OMPCC_OFFLOAD_DEFAULT, "DEFAULT, MANDATORY, DISABLED");
	env.default_device = number("OMP_DEFAULT_DEVICE", 0, -1);
	env.num_teams = number("OMP_NUM_TEAMS", 1, 0);
	env.teams_thread_limit = number("OMP_TEAMS_THREAD_LIMIT", 1, 0);
	env.cpu_devices = number("OMPCC_CPU_DEVICES", 0, 1);
	env.info = info("OMPCC_INFO");
	if (!env.info)
		env.info = info("LIBOMPTARGET_INFO");
	int d = choice("OMP_DISPLAY_ENV", display, 0, "TRUE, FALSE, VERBOSE");
	env.display_env = d >= 3 ? d - 3 : d;
}

const ompcc_env_t *ompcc_env(void) {
	pthread_once(&once, read_env);
	return &env;
}

static const char *row(char *buf, size_t size, int n, const char *unset) {
	if (n <= 0)
		return unset;
	snprintf(buf, size, "%d", n);
	return buf;
}

/* The device part of OMP_DISPLAY_ENV (OpenMP 5.2 §21.7); the host's OpenMP
 * shows its own. */
void ompcc_display_env(int verbose) {
	static const char *const offload[] = {"DEFAULT", "MANDATORY", "DISABLED"};
	const ompcc_env_t *e = ompcc_env();
	char text[1024], a[16], b[16], c[16];
	int n = snprintf(text, sizeof text,
	                 "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n"
	                 "  _OPENMP='202111'\n"
	                 "  [host] OMP_TARGET_OFFLOAD='%s'\n"
	                 "  [host] OMP_DEFAULT_DEVICE='%s'\n"
	                 "  [device] OMP_NUM_TEAMS='%s'\n"
	                 "  [device] OMP_TEAMS_THREAD_LIMIT='%s'\n",
	                 offload[e->offload], row(a, sizeof a, e->default_device, "0"), row(b, sizeof b, e->num_teams, "0"),
	                 row(c, sizeof c, e->teams_thread_limit, "0"));
	if (verbose)
		n += snprintf(text + n, sizeof text - (size_t)n, "  [host] OMPCC_INFO='%u'\n  [host] OMPCC_CPU_DEVICES='%d'\n", e->info,
		              e->cpu_devices);
	n += snprintf(text + n, sizeof text - (size_t)n, "OPENMP DISPLAY ENVIRONMENT END\n");
	ompcc_write(text, (size_t)n);
}
