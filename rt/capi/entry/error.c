/* The error directive at run time beside libgomp, which tells no tool of it
 * (OpenMP 5.2 §8.5). Its two entry points are the program's, so they are taken
 * here first; libomp tells tools itself and has others. */
#include <stdio.h>
#include <stdlib.h>

#include "../host/loader.h"
#include "../ompt/ompt.h"
#include "../routine/routines.h"
#include "../host/shim.h"

typedef void gomp_t(const char *, size_t);

/* libgomp prints the message and, if the error is fatal, ends the program. */
static void say(int fatal, const char *message, size_t length) {
	gomp_t *real = (gomp_t *)ompcc_host_symbol(fatal ? "GOMP_error" : "GOMP_warning");
	if (real) {
		real(message, length);
		return;
	}
	fprintf(stderr, "\nompcc: %s: error directive encountered%s%.*s\n", fatal ? "error" : "warning", message ? ": " : "",
		message ? (int)length : 0, message ? message : "");
	if (fatal)
		exit(EXIT_FAILURE);
}

void ompcc_core_error(const void *ra, int fatal, const char *message, size_t length) {
	if (OMPCC_UNLIKELY(ompcc_ompt_enabled))
		ompcc_ompt_error(fatal, message, length, ra);
	say(fatal, message, length);
}
