#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "pool.h"

enum { DEFAULT_SPINS = 400,
	ACTIVE_SPINS = 20000 };

pool_settings ompcc_cpu_setting;
_Atomic int ompcc_cpu_settings_known;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static unsigned affinity_procs(void) {
	/* Machines with more than 1024 processors need a larger set. */
	for (int n = 1024; n <= 1 << 20; n *= 4) {
		cpu_set_t *set = CPU_ALLOC(n);
		size_t bytes = CPU_ALLOC_SIZE(n);
		if (!set)
			return 1;
		int rc = sched_getaffinity(0, bytes, set);
		unsigned count = rc == 0 ? (unsigned)CPU_COUNT_S(bytes, set) : 0;
		CPU_FREE(set);
		if (count)
			return count;
	}
	return 1;
}

/* open_at opens the file whose path the format makes. Its memory is the heap's: the stack
 * is that of the thread that uses a device first, and may be small. */
__attribute__((format(printf, 1, 2))) static FILE *open_at(const char *format, ...) {
	char *path;
	va_list ap;
	va_start(ap, format);
	int n = vasprintf(&path, format, ap);
	va_end(ap);
	if (n < 0)
		return NULL;
	FILE *f = fopen(path, "re");
	free(path);
	return f;
}

/* quota_procs turns "quota period" or "max period" into processors, 0: no limit. */
static unsigned quota_procs(const char *dir, const char *quota_name, const char *period_name) {
	long quota = 0, period = 100000;
	FILE *f = open_at("%s/%s", dir, quota_name);
	if (!f)
		return 0;
	int n = fscanf(f, "%ld %ld", &quota, &period);
	fclose(f);
	if (n < 1 || quota <= 0)
		return 0;
	if (period_name && (f = open_at("%s/%s", dir, period_name))) {
		if (fscanf(f, "%ld", &period) != 1)
			period = 0;
		fclose(f);
	}
	return period > 0 ? (unsigned)((quota + period - 1) / period) : 0;
}

static unsigned least(unsigned a, unsigned b) { return b != 0 && b < a ? b : a; }

/* under_quotas cuts procs down to the quotas of a control group and of all that it
 * is in, each of which holds. In a container the group may be named as outside, where
 * only the container's own group is to be seen, at the top, where they are mounted. */
static unsigned under_quotas(unsigned procs, const char *mount, const char *group, const char *quota, const char *period) {
	char *dir;
	if (asprintf(&dir, "%s%s", mount, group) < 0)
		return procs;
	size_t top = strlen(mount), n = strlen(dir);
	for (;;) {
		while (n > top && dir[n - 1] == '/')
			n--;
		dir[n] = 0;
		procs = least(procs, quota_procs(dir, quota, period));
		if (n <= top)
			break;
		while (n > top && dir[n - 1] != '/')
			n--;
	}
	free(dir);
	return procs;
}

/* has_cpu says whether a list of controllers has that of processors. */
static int has_cpu(const char *controllers) {
	for (; controllers; controllers = strchr(controllers, ',')) {
		controllers += *controllers == ',';
		if (strcspn(controllers, ",") == 3 && !strncmp(controllers, "cpu", 3))
			return 1;
	}
	return 0;
}

unsigned ompcc_cpu_under_cgroups(unsigned procs, const char *root) {
	char *line = NULL, *mount;
	size_t size = 0;
	FILE *f = open_at("%s/proc/self/cgroup", root);
	if (!f)
		return procs;
	while (getline(&line, &size, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		char *controllers = strchr(line, ':');
		char *group = controllers ? strchr(++controllers, ':') : NULL;
		if (!group)
			continue;
		*group++ = 0;
		if (*controllers && !has_cpu(controllers))
			continue;
		int second = *controllers == 0; /* version 2 */
		if (asprintf(&mount, "%s/sys/fs/cgroup%s%s", root, second ? "" : "/", controllers) < 0)
			break;
		procs = under_quotas(procs, mount, group, second ? "cpu.max" : "cpu.cfs_quota_us", second ? NULL : "cpu.cfs_period_us");
		free(mount);
	}
	free(line);
	fclose(f);
	return procs;
}

/* setting is the variable for devices: NAME_DEV, NAME_ALL, then NAME (OpenMP 6.0 §3.2). */
static const char *setting(const char *name) {
	static const char *const suffixes[] = {"_DEV", "_ALL", ""};
	char full[64];
	const char *text = NULL;
	for (int i = 0; i < 3 && !text; i++) {
		snprintf(full, sizeof full, "%s%s", name, suffixes[i]);
		text = getenv(full);
	}
	return text;
}

/* stack_size is OMP_STACKSIZE (OpenMP 5.2 §21.2.2): a number in kilobytes, or
 * with the unit B, K, M or G. */
static unsigned long stack_size(void) {
	const unsigned long fallback = 8ul << 20;
	const char *text = setting("OMP_STACKSIZE");
	char *end, unit = 'K';
	if (!text)
		return fallback;
	unsigned long n = strtoul(text, &end, 10);
	while (*end == ' ')
		end++;
	if (*end)
		unit = *end;
	switch (unit) {
	case 'b':
	case 'B': break;
	case 'k':
	case 'K': n <<= 10; break;
	case 'm':
	case 'M': n <<= 20; break;
	case 'g':
	case 'G': n <<= 30; break;
	default: return fallback;
	}
	if (n == 0)
		return fallback;
	return n < 64ul << 10 ? 64ul << 10 : (n + 4095) & ~4095ul;
}

/* runtime_schedule is OMP_SCHEDULE (OpenMP 5.2 §21.2.1): [modifier:]kind[,chunk]. */
static void runtime_schedule(pool_settings *s) {
	static const struct {
		const char *name;
		int schedule;
	} kinds[] = {
		{"static", 1},
		{"dynamic", 2},
		{"guided", 3},
		{"auto", 0},
	};
	const char *text = setting("OMP_SCHEDULE");
	s->schedule = 1;
	if (!text)
		return;
	s->scheduled = 1;
	const char *colon = strchr(text, ':');
	if (colon)
		text = colon + 1;
	size_t len = strcspn(text, ", ");
	for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].name) == len && strncasecmp(text, kinds[i].name, len) == 0)
			s->schedule = kinds[i].schedule;
	const char *comma = strchr(text, ',');
	if (comma) {
		long chunk = strtol(comma + 1, NULL, 10);
		s->chunk = chunk > 0 ? (uint64_t)chunk : 0;
	}
}

/* wait_spins follows OMP_WAIT_POLICY (OpenMP 5.2 §21.3.1). */
static unsigned wait_spins(unsigned procs) {
	const char *policy = setting("OMP_WAIT_POLICY");
	if (procs < 2 || (policy && strcasecmp(policy, "passive") == 0))
		return 0;
	return policy && strcasecmp(policy, "active") == 0 ? ACTIVE_SPINS : DEFAULT_SPINS;
}

/* forked makes the pool of a child process empty: threads do not survive fork. */
static void forked(void) {
	ompcc_cpu_league_forked();
	ompcc_cpu_team_forked();
	ompcc_cpu_locks_forked();
	ompcc_cpu_fibers_forked();
}

static void read_settings(void) {
	ompcc_cpu_setting.procs = ompcc_cpu_under_cgroups(affinity_procs(), "");
	ompcc_cpu_setting.spins = wait_spins(ompcc_cpu_setting.procs);
	ompcc_cpu_setting.stack = stack_size();
	runtime_schedule(&ompcc_cpu_setting);
	pthread_atfork(NULL, NULL, forked);
	atomic_store_explicit(&ompcc_cpu_settings_known, 1, memory_order_release);
}

void ompcc_cpu_read_settings(void) { pthread_once(&once, read_settings); }

unsigned ompcc_cpu_num_procs(void) { return ompcc_cpu_settings()->procs; }

int ompcc_cpu_spawn(void *(*fn)(void *), void *arg) {
	pthread_t thread;
	pthread_attr_t attr;
	sigset_t all, old;
	if (pthread_attr_init(&attr) != 0)
		return -1;
	pthread_attr_setstacksize(&attr, ompcc_cpu_settings()->stack);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	/* The program's handlers run on the program's threads; only faults of the
	 * kernel itself, and a profiler's timer, may be taken here. */
	sigfillset(&all);
	sigdelset(&all, SIGSEGV);
	sigdelset(&all, SIGBUS);
	sigdelset(&all, SIGFPE);
	sigdelset(&all, SIGILL);
	sigdelset(&all, SIGTRAP);
	sigdelset(&all, SIGABRT);
	sigdelset(&all, SIGSYS);
	sigdelset(&all, SIGPROF);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	int rc = pthread_create(&thread, &attr, fn, arg);
	if (rc == 0)
		pthread_setname_np(thread, "ompcc-cpu");
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
	return rc;
}
