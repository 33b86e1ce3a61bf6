/* The folder of the runtime's files: the emulator, the transport between ranks, the library for debuggers. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "loader.h"

/* The link writes it into a program with device code. */
extern const char __ompcc_lib_dir[] __attribute__((weak));

static char beside[4096];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The shared runtime is one of these files. A program that has a copy of the runtime is not. */
static void find(void) {
	Dl_info info;
	const char *end = dladdr && dladdr((void *)find, &info) && info.dli_fname ? strrchr(info.dli_fname, '/') : NULL;
	if (end && strncmp(end, "/libompcc.so", 12) == 0)
		snprintf(beside, sizeof beside, "%.*s", (int)(end - info.dli_fname), info.dli_fname);
}

const char *ompcc_lib_dir(void) {
	if (__ompcc_lib_dir)
		return __ompcc_lib_dir;
	pthread_once(&once, find);
	return beside;
}
