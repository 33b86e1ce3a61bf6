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

ompcc_env_t ompcc_environment = {.cpu_devices = 1};
int ompcc_environment_known;
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

/* number reads a decimal number of at least low; fallback otherwise, and a
 * warning if one is due. */
static int read_number(const char *name, int low, int fallback, int warn) {
	char buf[64], *end;
	const char *v = trimmed(name, buf, sizeof buf);
	if (!v || !*v)
		return fallback;
	errno = 0;
	long n = strtol(v, &end, 10);
	if (errno || *end || n < low || n > INT_MAX) {
		if (warn)
			ompcc_warn("%s='%s' is not a number of at least %d; ignored", name, v, low);
		return fallback;
	}
	return (int)n;
}

static int number(const char *name, int low, int fallback) { return read_number(name, low, fallback, 1); }

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
	if (!strcasecmp(v, "summary"))
		return OMPCC_INFO_SUMMARY;
	long n = strtol(v, &end, 0);
	if (*end) {
		ompcc_warn("%s='%s' is neither a number nor 'summary'; ignored", name, v);
		return 0;
	}
	return (unsigned)n & ~(unsigned)OMPCC_INFO_OWN;
}

/* text returns a copy of the value, NULL when it is empty or not set. */
static const char *text(const char *name) {
	const char *v = getenv(name);
	return v && v[strspn(v, " \t\n")] ? strdup(v) : NULL;
}

/* seconds is a number with a fraction; 0 when it is not set. */
static double seconds(const char *name) {
	char buf[64], *end;
	const char *v = trimmed(name, buf, sizeof buf);
	if (!v || !*v)
		return 0;
	double s = strtod(v, &end);
	if (*end || !(s > 0)) {
		ompcc_warn("%s='%s' is not a number of seconds; ignored", name, v);
		return 0;
	}
	return s;
}

int ompcc_env_device(const char *name, int n) {
	char full[80];
	int v;
	snprintf(full, sizeof full, "%s_DEV_%d", name, n);
	if ((v = number(full, 1, 0)))
		return v;
	static const char *const suffixes[] = {"_DEV", "_ALL", ""};
	for (int i = 0; i < 3; i++) {
		snprintf(full, sizeof full, "%s%s", name, suffixes[i]);
		if ((v = read_number(full, 1, 0, n == 0 && *suffixes[i])))
			return v;
	}
	return 0;
}

/* nested_threads reads the rest of a list of numbers of threads into 16 bits for each level of regions. */
static unsigned long nested_threads(const char *list) {
	unsigned long all = 0;
	for (int shift = 0; *list && shift < 64; shift += 16) {
		char *end;
		long v = strtol(list, &end, 10);
		if (end == list || v < 1)
			break;
		all |= (unsigned long)(v < 0xffff ? v : 0xffff) << shift;
		list = end + strspn(end, ", ");
	}
	return all;
}

int ompcc_env_levels(int n, unsigned long threads) {
	int v = ompcc_env_device("OMP_MAX_ACTIVE_LEVELS", n);
	return v ? v : threads >> 16 ? INT_MAX
				     : 0;
}

int ompcc_env_threads(int n, unsigned long *list) {
	*list = 0;
	char own[40];
	snprintf(own, sizeof own, "OMP_NUM_THREADS_DEV_%d", n);
	const char *const names[] = {own, "OMP_NUM_THREADS_DEV", "OMP_NUM_THREADS_ALL"};
	for (int i = 0; i < 3; i++) {
		char buf[256], *end;
		const char *v = trimmed(names[i], buf, sizeof buf);
		if (!v || !*v)
			continue;
		long threads = strtol(v, &end, 10);
		if (threads >= 1 && threads <= INT_MAX && (!*end || *end == ',' || *end == ' ')) {
			*list = nested_threads(v);
			return (int)threads;
		}
		if (n == 0)
			ompcc_warn("%s='%s' is not a list of positive numbers; ignored", names[i], v);
	}
	return 0;
}

static void read_once(void) {
	static const char *const offload[] = {"default", "mandatory", "disabled", NULL};
	static const char *const truth[] = {"false", "true", "0", "1", NULL};
	static const char *const display[] = {"false", "true", "verbose", "0", "1", NULL};
	ompcc_environment.offload = choice("OMP_TARGET_OFFLOAD", offload, OMPCC_OFFLOAD_DEFAULT, "DEFAULT, MANDATORY, DISABLED");
	/* Those of devices are read when the devices are known; a bad value is told
	 * of without devices, too. */
	number("OMP_NUM_TEAMS", 1, 0);
	number("OMP_TEAMS_THREAD_LIMIT", 1, 0);
	number("OMP_THREAD_LIMIT", 1, 0);
	ompcc_environment.default_device = text("OMP_DEFAULT_DEVICE");
	ompcc_environment.available = text("OMP_AVAILABLE_DEVICES");
	const char *cancel = text("OMP_CANCELLATION"); /* what else it may be the host's runtime says */
	ompcc_environment.cancellation = cancel && (!strcasecmp(cancel, "true") || !strcmp(cancel, "1"));
	ompcc_environment.cpu_devices = number("OMPCC_CPU_DEVICES", 0, ompcc_ompt_imitates() ? 4 : 1); /* 4: as LLVM's x86_64 plugin has */
	ompcc_environment.timeout = seconds("OMPCC_TIMEOUT");
	ompcc_environment.stack = number("OMPCC_STACK_SIZE", 1, 0);
	if (!ompcc_environment.stack)
		ompcc_environment.stack = number("LIBOMPTARGET_STACK_SIZE", 1, 0);
	ompcc_environment.leaks = number("OMPCC_LEAKS", 0, 0) > 0;
	ompcc_environment.attach_always = choice("LIBOMPTARGET_TREAT_ATTACH_AUTO_AS_ALWAYS", truth, 0, "TRUE, FALSE") % 2;
	ompcc_environment.info = info("OMPCC_INFO");
	if (ompcc_environment.info == 1)
		ompcc_environment.info = OMPCC_INFO_USUAL;
	if (!ompcc_environment.info)
		ompcc_environment.info = info("LIBOMPTARGET_INFO");
	if (choice("OMPCC_ADVISE", truth, 0, "TRUE, FALSE") % 2)
		ompcc_environment.info |= OMPCC_INFO_ADVISE;
	if ((ompcc_environment.record = text("OMPCC_RECORD")))
		ompcc_environment.info |= OMPCC_INFO_RECORD;
	int d = choice("OMP_DISPLAY_ENV", display, 0, "TRUE, FALSE, VERBOSE");
	ompcc_environment.display_env = d >= 3 ? d - 3 : d;
	__atomic_store_n(&ompcc_environment_known, 1, __ATOMIC_RELEASE);
}

void ompcc_read_environment(void) { pthread_once(&once, read_once); }

/* rows appends the lines of an ICV for each device. */
static size_t rows(char *to, size_t size, const char *name, int (*value)(int)) {
	size_t n = 0;
	for (int d = 0; d < ompcc_num_devices() && n < size; d++)
		n += (size_t)snprintf(to + n, size - n, "  [device %d] %s='%d'\n", d, name, value(d));
	return n < size ? n : size;
}

static int num_teams(int d) { return *ompcc_icv_num_teams(d); }
static int teams_thread_limit(int d) { return *ompcc_icv_teams_thread_limit(d); }

/* The device part of OMP_DISPLAY_ENV (OpenMP 5.2 §21.7); the host's OpenMP
 * shows its own. */
void ompcc_display_env(int verbose) {
	static const char *const offload[] = {"DEFAULT", "MANDATORY", "DISABLED"};
	const ompcc_env_t *e = ompcc_env();
	char text[16384];
	const size_t size = sizeof text;
	size_t n = (size_t)snprintf(text, size,
		"\nOPENMP DISPLAY ENVIRONMENT BEGIN\n"
		"  _OPENMP='202111'\n"
		"  [host] OMP_TARGET_OFFLOAD='%s'\n"
		"  [host] OMP_DEFAULT_DEVICE='%d'\n"
		"  [host] OMP_AVAILABLE_DEVICES='%.1000s'\n",
		offload[e->offload], ompcc_default_device(), e->available ? e->available : "*");
	n += rows(text + n, size - n - 64, "OMP_NUM_TEAMS", num_teams);
	n += rows(text + n, size - n - 64, "OMP_TEAMS_THREAD_LIMIT", teams_thread_limit);
	if (verbose) {
		n += rows(text + n, size - n - 512, "OMP_THREAD_LIMIT", ompcc_icv_thread_limit);
		n += rows(text + n, size - n - 512, "OMP_NUM_THREADS", ompcc_icv_num_threads);
		n += (size_t)snprintf(text + n, size - n - 64, "  [host] OMPCC_INFO='%u'\n  [host] OMPCC_CPU_DEVICES='%d'\n  [host] OMPCC_TIMEOUT='%g'\n",
			e->info & ~(unsigned)OMPCC_INFO_OWN, e->cpu_devices, e->timeout);
	}
	n += (size_t)snprintf(text + n, size - n, "OPENMP DISPLAY ENVIRONMENT END\n");
	ompcc_write(text, n);
}
