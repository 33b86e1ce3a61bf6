/* What the compiler and the link step would make for a test program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../abi/host.h"
#include "../../cpu/pool/abi.h"

/* Constants of rt/abi/abi.go. */
enum { MAP = 0, ATTACH = 1, VALUE = 2, POINTER = 3, DEVICE_PTR = 4, USE_PTR = 5, USE_ADDR = 6, COPY = 7 };
enum { TO = 1, FROM = 2, ALWAYS = 4, DELETE = 8, RELEASE = 16, PRESENT = 64, PARAM = 512, SPAN = 1024, MEMBER = 2048,
       NULL_IF_ABSENT = 4096, STRIDED = 1 << 14, ZEROLEN = 1 << 16, MAPPER = 1 << 17 };
#define DEFAULT_DEVICE (-(1L << 31))
#define HOST_DEVICE (-(1L << 31) + 1)

#define ITEM(name, kind, flags) {name, "", kind, flags, -1, __LINE__, 1, 0, 0}
#define COUNT(a) (sizeof(a) / sizeof *(a))

#define CONSTRUCT(id, kind, text, kernel, ...) \
	static const __ompcc_item_t id##_items[] = {__VA_ARGS__}; \
	static const __ompcc_construct_t id = {1, kind, {__FILE__, "test", __LINE__, 1}, text, COUNT(id##_items), id##_items, kernel, 0}

#define KERNEL(id, n) \
	static void id##_body(void *const *, const __ompcc_team_t *); \
	static const unsigned id##_sizes[] = {8, 8, 8, 8, 8, 8, 8, 8}; \
	__attribute__((unused)) static __ompcc_kernel_t id = {#id, 0, n, id##_sizes, 0, 0, 0, {0, 0}}

#define ARGS(...) ((__ompcc_arg_t[]){__VA_ARGS__})
static const __ompcc_launch_t here = {.device = DEFAULT_DEVICE};

#define CHECK(x) do { if (!(x)) { printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #x); exit(2); } } while (0)

#define MODULE(...) \
	static const __ompcc_cpu_entry_t entries[] = {__VA_ARGS__}; \
	static __ompcc_module_t module = {1, 0, 0, entries, entries + COUNT(entries), .next = 0}; \
	__attribute__((constructor)) static void in(void) { __ompcc_register(&module); } \
	__attribute__((destructor)) static void out(void) { __ompcc_unregister(&module); }
