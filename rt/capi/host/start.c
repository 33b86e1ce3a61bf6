/* The start of Go in a process of C's. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "shim.h"
#include "start.h"

/* What Go reserves for the table of its heap's pages, its first arena and its threads' stacks. */
enum { RESERVED_MB = 960 };

const char *ompcc_start_obstacle(void) {
	static char text[160];
	size_t size = (size_t)RESERVED_MB << 20;
	void *p = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p != MAP_FAILED) {
		munmap(p, size);
		return NULL;
	}
	snprintf(text, sizeof text, "the runtime reserves %d MB of address space, of which the process may not have so much (ulimit -v)", RESERVED_MB);
	return text;
}

/* Go's initialiser, in a section that the build has renamed from .init_array
 * so that it does not run by itself; absent when Go is linked otherwise. */
typedef void initialiser(int, char **, char **);
extern initialiser *ompcc_go_init[] __attribute__((weak, visibility("hidden")));

/* The initialiser is called with what it reads of a process's first stack: arguments,
 * environment, auxiliary vector. What that initialiser was given itself, or another of this
 * module, is not taken: a constructor of a shared library may use a device before, and not every
 * C library gives initialisers something. Go keeps the block. */
void ompcc_start_go(void) {
	static const unsigned long wanted[] = {AT_PAGESZ, AT_RANDOM, AT_SECURE, AT_HWCAP, AT_SYSINFO_EHDR};
	enum { WANTED = sizeof wanted / sizeof *wanted,
		ARGUMENTS = 1 };
	size_t variables = 0;
	if (!ompcc_go_init)
		return;
	while (environ && environ[variables])
		variables++;
	uintptr_t *block = calloc(ARGUMENTS + 1 + variables + 1 + 2 * (WANTED + 1), sizeof *block), *p = block;
	if (!block)
		ompcc_fatal("error: there is no memory for the runtime");
	*p++ = (uintptr_t)program_invocation_name;
	p++;
	for (size_t i = 0; i < variables; i++)
		*p++ = (uintptr_t)environ[i];
	p++;
	for (unsigned i = 0; i < WANTED; i++) {
		unsigned long value = getauxval(wanted[i]);
		if (value) {
			*p++ = wanted[i];
			*p++ = value;
		}
	}
	ompcc_go_init[0](ARGUMENTS, (char **)block, (char **)block + ARGUMENTS + 1);
}
