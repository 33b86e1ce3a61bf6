/* The dynamic loader, which a program linked with -static does without. A mere
 * reference to dlopen makes the linker warn then, so it is asked for by name. */
#ifndef OMPCC_LOADER_H
#define OMPCC_LOADER_H

#include <dlfcn.h>
#include <stddef.h>

#pragma weak dlsym
#pragma weak dladdr
#pragma weak dlclose
#pragma weak dlerror

static inline void *ompcc_dlsym(void *library, const char *name) { return dlsym ? dlsym(library, name) : NULL; }

static inline void *ompcc_dlopen(const char *path, int mode) {
	void *(*open)(const char *, int) = (void *(*)(const char *, int))ompcc_dlsym(RTLD_DEFAULT, "dlopen");
	return open ? open(path, mode) : NULL;
}

/* ompcc_host_symbol finds a function of the host's OpenMP runtime, or of the C library, that this runtime
 * stands in front of; NULL without one. */
__attribute__((visibility("hidden"))) extern void *ompcc_host_symbol(const char *name);

/* ompcc_is_start_tool reports whether the function is the ompt_start_tool of a copy of this runtime. */
__attribute__((visibility("hidden"))) extern int ompcc_is_start_tool(const void *symbol);

/* ompcc_lib_dir returns the folder of the runtime's files, "" if it is not known. */
__attribute__((visibility("hidden"))) extern const char *ompcc_lib_dir(void);

static inline const char *ompcc_dlerror(void) { return dlerror ? dlerror() : "the program is linked statically"; }

#endif
