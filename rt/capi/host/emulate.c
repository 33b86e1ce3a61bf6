/* The emulated devices: whether they are wanted, and where their program is. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emulate.h"
#include "loader.h"
#include "shim.h"

enum { MOST_DEVICES = 16 };

static int emulated, amd, shares;
static pthread_once_t counted = PTHREAD_ONCE_INIT;

/* number is N in "name:N", 1 in "name", 0 where the value is of another kind. Options that the emulator reads
 * follow after a comma. */
static int number(const char *v, const char *name) {
	size_t length = strlen(name);
	char *end = (char *)v + length;
	long n = 1;
	if (strncmp(v, name, length))
		return 0;
	if (*end == ':')
		n = strtol(v + length + 1, &end, 10);
	return end != v + length + 1 && (!*end || *end == ',') && n >= 1 && n <= MOST_DEVICES ? (int)n : 0;
}

static void count(void) {
	const char *v = getenv("OMPCC_EMULATE");
	if (!v || !*v)
		return;
	emulated = number(v, "nvptx");
	amd = number(v, "amdgcn");
	const char *usm = strstr(v, ",usm");
	shares = emulated && usm && (!usm[4] || usm[4] == ',');
	if (!emulated && !amd)
		ompcc_warn("OMPCC_EMULATE='%s' is none of nvptx, nvptx:N, amdgcn and amdgcn:N, with N from 1 to %d, and options; ignored", v, MOST_DEVICES);
}

int ompcc_emulating(void) {
	pthread_once(&counted, count);
	return emulated;
}

int ompcc_emulating_amd(void) {
	pthread_once(&counted, count);
	return amd;
}

int ompcc_emulating_shares(void) {
	pthread_once(&counted, count);
	return shares;
}

static char program[4096];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int usable(const char *dir, int n, const char *name) {
	int k = snprintf(program, sizeof program, "%.*s%s", n, dir, name);
	return k > 0 && (size_t)k < sizeof program && access(program, X_OK) == 0;
}

/* Beside the program when it was moved with its files; last in PATH. */
static void find(void) {
	const char *v = getenv("OMPCC_EMULATOR");
	char self[4096];
	if (v && *v) {
		snprintf(program, sizeof program, "%s", v);
		return;
	}
	if (usable(ompcc_lib_dir(), (int)strlen(ompcc_lib_dir()), "/ompcc-emulator"))
		return;
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n > 0) {
		self[n] = 0;
		int dir = (int)(strrchr(self, '/') - self);
		if (usable(self, dir, "/ompcc-emulator") || usable(self, dir, "/../lib/ompcc/ompcc-emulator"))
			return;
	}
	for (const char *p = getenv("PATH"); p && *p;) {
		const char *end = strchrnul(p, ':');
		if (end > p && usable(p, (int)(end - p), "/ompcc-emulator"))
			return;
		p = *end ? end + 1 : end;
	}
	program[0] = 0;
}

const char *ompcc_emulator(void) {
	pthread_once(&once, find);
	return program;
}

void ompcc_print(const char *text, size_t n) {
	fwrite(text, 1, n, stdout);
}

void ompcc_print_error(const char *text, size_t n) {
	fwrite(text, 1, n, stderr);
}

long ompcc_symbol_at(uintptr_t addr, char *name, size_t size) {
	Dl_info info;
	if (!dladdr((void *)addr, &info) || !info.dli_sname)
		return -1;
	snprintf(name, size, "%s", info.dli_sname);
	return (long)(addr - (uintptr_t)info.dli_saddr);
}
