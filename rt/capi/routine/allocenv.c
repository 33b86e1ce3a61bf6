/* OMP_ALLOCATOR (OpenMP 5.2 §21.5.1): a predefined allocator, or a predefined memory
 * space with traits behind a colon. With a runtime of the host it is that one's;
 * this is for programs without. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "allocator.h"
#include "../entry/front.h"
#include "../host/shim.h"

typedef struct {
	const char *name;
	uintptr_t value;
} word_t;

static const word_t allocators[] = {
	{"omp_default_mem_alloc", 1},
	{"omp_large_cap_mem_alloc", 2},
	{"omp_const_mem_alloc", 3},
	{"omp_high_bw_mem_alloc", 4},
	{"omp_low_lat_mem_alloc", 5},
	{"omp_cgroup_mem_alloc", 6},
	{"omp_pteam_mem_alloc", 7},
	{"omp_thread_mem_alloc", 8},
	{NULL, 0},
};
static const word_t spaces[] = {
	{"omp_default_mem_space", 0},
	{"omp_large_cap_mem_space", 1},
	{"omp_const_mem_space", 2},
	{"omp_high_bw_mem_space", 3},
	{"omp_low_lat_mem_space", 4},
	{NULL, 0},
};
static const word_t sync_hints[] = {{"contended", 3}, {"uncontended", 4}, {"serialized", 5}, {"sequential", 5}, {"private", 6}, {NULL, 0}};
static const word_t accesses[] = {{"all", 19}, {"device", 7}, {"cgroup", 10}, {"pteam", 9}, {"thread", 8}, {NULL, 0}};
static const word_t fallbacks[] = {{"default_mem_fb", 11}, {"null_fb", 12}, {"abort_fb", 13}, {"allocator_fb", 14}, {NULL, 0}};
static const word_t truths[] = {{"true", 1}, {"false", 0}, {NULL, 0}};
static const word_t partitions[] = {{"environment", 15}, {"nearest", 16}, {"blocked", 17}, {"interleaved", 18}, {NULL, 0}};

/* Values are words, or numbers of at least 1 where there are none. */
static const struct {
	const char *name;
	int key;
	const word_t *values;
} traits[] = {
	{"sync_hint", 1, sync_hints},
	{"alignment", 2, NULL},
	{"access", 3, accesses},
	{"pool_size", 4, NULL},
	{"fallback", 5, fallbacks},
	{"fb_data", 6, allocators},
	{"pinned", 7, truths},
	{"partition", 8, partitions},
};

/* find compares without regard to case, as the values of environment variables. */
static int find(const word_t *list, const char *name, uintptr_t *value) {
	for (; list->name; list++)
		if (!strcasecmp(list->name, name))
			return *value = list->value, 1;
	return 0;
}

static int number(const char *text, uintptr_t *value) {
	char *end;
	errno = 0;
	unsigned long v = strtoul(text, &end, 10);
	return *value = v, v > 0 && *text != '-' && !*end && !errno;
}

/* trait reads name=value. */
static int trait(char *text, ompcc_trait_t *to) {
	char *value = strchr(text, '=');
	if (!value)
		return 0;
	*value++ = 0;
	for (size_t i = 0; i < sizeof traits / sizeof *traits; i++) {
		if (strcasecmp(traits[i].name, text))
			continue;
		to->key = traits[i].key;
		return traits[i].values ? find(traits[i].values, value, &to->value) : number(value, &to->value);
	}
	return 0;
}

/* squeezed is a copy of the text without blanks. */
static char *squeezed(const char *text) {
	char *copy = malloc(strlen(text) + 1), *to = copy;
	if (!copy)
		return NULL;
	for (; *text; text++)
		if (!strchr(" \t\n", *text))
			*to++ = *text;
	*to = 0;
	return copy;
}

/* made is the allocator of a text, which it changes; 0: the text is wrong. */
static uintptr_t made(char *text) {
	enum { MOST = 16 };
	ompcc_trait_t list[MOST];
	uintptr_t found;
	int n = 0;
	if (find(allocators, text, &found))
		return found;
	char *next = strchr(text, ':');
	if (next)
		*next++ = 0;
	if (!find(spaces, text, &found))
		return 0;
	while (next) {
		char *one = next;
		if ((next = strchr(one, ',')))
			*next++ = 0;
		if (n == MOST || !trait(one, &list[n++]))
			return 0;
	}
	return ompcc_core_init_allocator((intptr_t)found, n, list);
}

uintptr_t ompcc_env_allocator(const char *value) {
	enum { DEFAULT = 1 };
	char *text = value && *value ? squeezed(value) : NULL;
	if (!text || !*text) {
		free(text);
		return DEFAULT;
	}
	uintptr_t allocator = made(text);
	free(text);
	if (!allocator)
		ompcc_warn("OMP_ALLOCATOR='%s' is neither a predefined allocator nor a predefined memory space with traits; ignored", value);
	return allocator ? allocator : DEFAULT;
}
