/* Reports an invalid access to the user: the problem, its source line, the kernel and a fix. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core.h"
#include "../capi/bridge.h"
#include "../capi/host/emulate.h"

/* --- text ---------------------------------------------------------------------- */

typedef struct {
	char s[6000];
	size_t n;
} text_t;

static __attribute__((format(printf, 2, 3))) void put(text_t *t, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int k = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, ap);
	va_end(ap);
	if (k > 0)
		t->n += (size_t)k;
	if (t->n >= sizeof t->s)
		t->n = sizeof t->s - 1;
}

static void put_place(text_t *t, const char *file, unsigned line) {
	if (file)
		put(t, "%s:%u", file, line);
}

static void put_bytes(text_t *t, size_t n) { put(t, "%zu byte%s", n, n == 1 ? "" : "s"); }

static void put_device(text_t *t, int num) {
	if (ompcc_env()->cpu_devices > 1) {
		int index;
		ompcc_device_kind(num, &index);
		put(t, "device %d (cpu %d)", num, index);
	} else {
		put(t, "device %d (cpu)", num);
	}
}

/* --- properties of the access ------------------------------------------------------ */

static int device_num(void) { return ompcc_core_cpu_self()->device_num; }

static int is_section(const char *name) { return name && strchr(name, '['); }

static const char *base_of(const ompcc_mistake_t *m) { return m->site ? m->site->base : NULL; }

/* number_of returns the device number of the CPU device index. */
static int number_of(unsigned index) {
	for (int n = 0; n < ompcc_num_devices(); n++) {
		int i;
		if (ompcc_device_kind(n, &i) == OMPCC_CPU && i == (int)index)
			return n;
	}
	return (int)index;
}

static const char *map_type(unsigned flags) {
	enum { TO = 1,
		FROM = 2 };
	static const char *const types[] = {"alloc", "to", "from", "tofrom"};
	return types[flags & (TO | FROM)];
}

/* only_members reports whether the block is a structure of which only members are mapped. The device allocates the
 * whole structure. */
static int only_members(const ompcc_block_t *b) {
	enum { SPAN = 1 << 10 };
	return !(b->flags & BLOCK_MAP_UNKNOWN) && b->flags & SPAN;
}

/* put_block describes a block: "the section 'x[0:n]', mapped at app.c:12". */
static void put_block(text_t *t, const ompcc_block_t *b) {
	switch (b->kind) {
	case BLOCK_MAP:
		put(t, "%s '%s'", is_section(b->name) ? "the section" : "the variable", b->name ? b->name : "?");
		break;
	case BLOCK_COPY:
		put(t, "a firstprivate copy");
		break;
	case BLOCK_ROUTINE:
	case BLOCK_KERNEL:
		put(t, "the ");
		put_bytes(t, b->size);
		put(t, " that %s gave", b->name ? b->name : "an allocation");
		break;
	default:
		put(t, "a block of ");
		put_bytes(t, b->size);
	}
	if (b->made.file) {
		put(t, b->kind == BLOCK_MAP ? ", mapped at " : " at ");
		put_place(t, b->made.file, b->made.line);
	}
}

/* plural reports whether put_block describes the block as several bytes, which need a plural verb. */
static int plural(const ompcc_block_t *b) { return (b->kind == BLOCK_ROUTINE || b->kind == BLOCK_KERNEL) && b->size != 1; }

static const char *was(const ompcc_block_t *b) { return plural(b) ? "were" : "was"; }

static void put_freed(text_t *t, const ompcc_block_t *b) {
	put(t, b->kind == BLOCK_MAP ? "unmapped" : "freed");
	if (b->freed.file) {
		put(t, b->freed.end ? " at the end of the construct at " : " at ");
		put_place(t, b->freed.file, b->freed.line);
	}
}

/* --- the problem ------------------------------------------------------------------- */

static void outside(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b) {
	uintptr_t a = m->addr, end = b->base + b->size;
	if (a >= end) {
		if (a == end)
			put(t, "just past the end of ");
		else
			put_bytes(t, a - end), put(t, " past ");
	} else if (a < b->base) {
		put_bytes(t, b->base - a);
		put(t, " before ");
	} else {
		put(t, "it begins inside of ");
		put_block(t, b);
		put(t, ", and ends ");
		put_bytes(t, a + m->size - end);
		put(t, plural(b) ? " past them" : " past it");
		return;
	}
	put_block(t, b);
	if (b->state == SHADOW_FREED) {
		put(t, ", which %s ", was(b));
		put_freed(t, b);
	}
}

static void in_host_variable(text_t *t, const __ompcc_variable_t *v, uintptr_t a) {
	size_t off = a - (uintptr_t)v->addr;
	put(t, "host memory: ");
	if (off) {
		put_bytes(t, off);
		put(t, " into ");
	}
	put(t, "variable '%s', ", v->name);
	put_place(t, v->file, v->line);
}

static void host(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *old, const ompcc_host_item_t *mapped) {
	const __ompcc_variable_t *v = ompcc_check_variable(m->addr, 1);
	const char *base = base_of(m);
	char symbol[200];
	long off;
	if (mapped->name) {
		put(t, "host memory: the original of '%s'", mapped->name);
		if (mapped->file)
			put(t, ", mapped at %s:%u", mapped->file, mapped->line);
		put(t, "; ");
		put(t, base ? "the pointer '%s' has its host value here: it is not attached" : "a pointer to it has its host value here", base);
		return;
	}
	if (old->size) {
		put(t, "host memory: the original of ");
		put_block(t, old);
		put(t, " and ");
		put_freed(t, old);
		return;
	}
	if (v) {
		in_host_variable(t, v, m->addr);
		put(t, ", was never mapped");
	} else if ((off = ompcc_symbol_at(m->addr, symbol, sizeof symbol)) >= 0) {
		put(t, "host memory: variable '%s' was never mapped", symbol);
	} else if (base) {
		put(t, "host memory%s: what '%s', ", ompcc_check_on_stack(m->addr) ? " (a thread's stack)" : "", base);
		put_place(t, m->site->base_file, m->site->base_line);
		put(t, "%spoints to was never mapped", m->site->base_file ? ", " : "");
	} else {
		put(t, "host memory%s that was never mapped", ompcc_check_on_stack(m->addr) ? " (a thread's stack)" : "");
	}
	put(t, " to ");
	put_device(t, device_num());
}

static void no_value(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b) {
	put(t, "no value has been written there: ");
	if (m->at || m->addr != b->base || m->size != b->size) {
		put(t, "byte %zu of ", m->addr + m->at - b->base);
	}
	put_block(t, b);
	if (b->kind == BLOCK_MAP && only_members(b))
		put(t, ", of which only some members are mapped");
	else if (b->kind == BLOCK_MAP && !(b->flags & BLOCK_MAP_UNKNOWN))
		put(t, " by map(%s)", map_type(b->flags));
}

static void variable(text_t *t, const ompcc_mistake_t *m) {
	const __ompcc_variable_t *v = m->variable ? m->variable : ompcc_check_variable(m->addr, 0);
	uintptr_t base = m->base ? m->base : (uintptr_t)v->addr;
	ompcc_block_t b = {.base = base, .size = v->size, .kind = BLOCK_MAP, .name = v->name ? v->name : "a literal"};
	outside(t, m, &b);
	if (v->file) {
		put(t, ", ");
		put_place(t, v->file, v->line);
	}
}

static void problem(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b, const ompcc_host_item_t *mapped) {
	switch (m->defect) {
	case DEFECT_NULL:
		put(t, m->addr ? "a null pointer and " : "a null pointer");
		if (m->addr)
			put_bytes(t, m->addr);
		break;
	case DEFECT_HOST:
		host(t, m, b, mapped);
		break;
	case DEFECT_OUTSIDE:
		outside(t, m, b);
		break;
	case DEFECT_FREED:
		put_block(t, b);
		put(t, ", %s ", was(b));
		put_freed(t, b);
		break;
	case DEFECT_DEVICE:
		put(t, "memory of ");
		put_device(t, number_of(b->device));
		put(t, ", not of ");
		put_device(t, device_num());
		put(t, ": ");
		put_block(t, b);
		break;
	case DEFECT_NO_VALUE:
		no_value(t, m, b);
		break;
	case DEFECT_RETURNED:
		put(t, "the stack of a function that has returned");
		break;
	case DEFECT_VARIABLE:
		variable(t, m);
		break;
	default:
		if (b->state == SHADOW_FREED && b->base == m->addr) {
			put_block(t, b);
			put(t, ", %s already ", was(b));
			put_freed(t, b);
		} else if (m->site && b->base == m->addr) {
			put_block(t, b);
			put(t, ", %s not a kernel's to free", plural(b) ? "are" : "is");
		} else {
			put(t, "it did not come from an allocation on the device");
		}
	}
}

/* --- the fix ----------------------------------------------------------------------- */

static const char *needed(const ompcc_mistake_t *m) { return m->how == ACCESS_READ || m->how == ACCESS_TAKE || m->how == ACCESS_COPY_FROM ? "to" : "tofrom"; }

static void construct_place(text_t *t, const __ompcc_construct_t *c) {
	put(t, "the construct at ");
	put_place(t, c->loc.file, c->loc.line);
}

/* whole returns the length of the variable name in base, an lvalue, if the fix must map the whole variable. That holds
 * if the construct maps all of it, or if base reaches the pointer by members only: a map of a part would conflict
 * with the map of the variable. Otherwise whole returns 0. */
static int whole(const __ompcc_construct_t *c, const char *base) {
	size_t n = strcspn(base, ".[-");
	for (unsigned i = 0; c && i < c->nitems; i++)
		if (c->items[i].kind == OMPCC_ITEM_MAP && !strncmp(c->items[i].name, base, n) && !c->items[i].name[n])
			return (int)n;
	return base[n] == '.' && !strpbrk(base + n, "[-") ? (int)n : 0;
}

/* through_pointer proposes to map the object that holds the pointer and the section on the construct that maps the
 * section. The runtime attaches a pointer if one construct maps both (OpenMP 5.2 §5.8.6). */
static void through_pointer(text_t *t, const ompcc_mistake_t *m, const ompcc_host_item_t *mapped, const __ompcc_construct_t *c, const char *base) {
	const char *dot = strrchr(base, '.'), *arrow = strrchr(base, '>');
	int member = dot && (!arrow || dot > arrow), section = !strncmp(mapped->name, base, strlen(base)) && mapped->name[strlen(base)] == '[';
	int variable = whole(c, base);
	put(t, "add map(%s: ", needed(m));
	if (variable)
		put(t, "%.*s", variable, base);
	else if (member || arrow)
		put(t, "%.*s%s", (int)((member ? dot : arrow - 1) - base), base, member ? "" : "[0:1]");
	else
		put(t, "%s", base);
	if (!section)
		put(t, ", %s[0:n]", base);
	put(t, ") to the construct ");
	if (mapped->file)
		put(t, "at %s:%u", mapped->file, mapped->line);
	else
		put(t, "that maps '%s'", mapped->name);
	put(t, ": that attaches '%s'", base);
}

static void map_host(text_t *t, const ompcc_mistake_t *m, const ompcc_host_item_t *mapped, const __ompcc_construct_t *c) {
	const __ompcc_variable_t *v = ompcc_check_variable(m->addr, 1);
	const char *base = base_of(m);
	if (mapped->name && base) {
		through_pointer(t, m, mapped, c, base);
		return;
	}
	if (base && !v) {
		put(t, "add map(%s: %s[0:n]), with the number of elements for n, to ", needed(m), base);
		construct_place(t, c);
		return;
	}
	put(t, "map ");
	if (v)
		put(t, "'%s' ", v->name);
	else
		put(t, "it ");
	put(t, "and let the pointer have its device address: ");
	if (base)
		put(t, "map(%s: %s[0:n]) on ", needed(m), base);
	else
		put(t, "a map clause on ");
	construct_place(t, c);
	if (v)
		put(t, "; or use '%s' itself, with declare target enter(%s)", v->name, v->name);
}

/* longer proposes a section that includes the access: "x[0:101]". */
static void longer(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b, const __ompcc_construct_t *c) {
	size_t last = m->addr + m->size - b->base;
	const char *open = b->name ? strchr(b->name, '[') : NULL;
	if (b->kind != BLOCK_MAP) {
		put(t, "allocate at least ");
		put_bytes(t, last);
		return;
	}
	if (m->addr < b->base) {
		put(t, "let the section '%s' begin earlier, or correct the index", b->name);
		return;
	}
	put(t, "correct the index, or map at least ");
	if (open && !strchr(open + 1, '[') && (open[1] == '0' || open[1] == ':') && m->size && last % m->size == 0 && b->size % m->size == 0)
		put(t, "%.*s[0:%zu]", (int)(open - b->name), b->name, last / m->size);
	else
		put_bytes(t, last);
	(void)c;
}

static void give_value(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b) {
	if (b->kind != BLOCK_MAP) {
		put(t, b->kind == BLOCK_ROUTINE ? "write it before, by a kernel, omp_target_memcpy or omp_target_memset" : "write it before it is read");
		return;
	}
	enum { FROM = 2 };
	const char *type = b->flags & FROM && !(b->flags & BLOCK_MAP_UNKNOWN) ? "tofrom" : "to";
	const char *item = (only_members(b) || b->flags & BLOCK_MAP_UNKNOWN) && m->site->text ? m->site->text : b->name;
	put(t, "map(%s: %s) gives it the host's value; or write it before it is read", type, item ? item : "…");
}

static void keep(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b, const __ompcc_construct_t *c) {
	if (b->kind != BLOCK_MAP) {
		put(t, "free it after its last use");
		return;
	}
	put(t, "map it again, map(%s: %s) on ", needed(m), b->name ? b->name : "…");
	construct_place(t, c);
	put(t, ", or unmap it later");
}

static void cure(text_t *t, const ompcc_mistake_t *m, const ompcc_block_t *b, const ompcc_host_item_t *mapped, const __ompcc_construct_t *c) {
	switch (m->defect) {
	case DEFECT_HOST:
		if (b->size)
			keep(t, m, b, c);
		else
			map_host(t, m, mapped, c);
		break;
	case DEFECT_NULL:
		if (base_of(m))
			put(t, "give '%s' a value on the device: map(%s: %s[0:n]) maps what it points to and attaches it", base_of(m), needed(m), base_of(m));
		else
			put(t, "give the pointer a value");
		break;
	case DEFECT_OUTSIDE:
		longer(t, m, b, c);
		break;
	case DEFECT_FREED:
		keep(t, m, b, c);
		break;
	case DEFECT_DEVICE:
		put(t, "run the construct with device(%d), or copy the data by omp_target_memcpy", number_of(b->device));
		break;
	case DEFECT_NO_VALUE:
		give_value(t, m, b);
		break;
	case DEFECT_RETURNED:
		put(t, "return the value instead of its address, or let the caller provide the storage");
		break;
	case DEFECT_VARIABLE:
		put(t, "correct the index");
		break;
	default:
		put(t, "free in a kernel what malloc gave in a kernel, once");
	}
}

/* --- the complete message ------------------------------------------------------------- */

/* source shows the source line with a caret, if the file is readable. */
static void source(text_t *t, const __ompcc_site_t *site) {
	char line[400];
	FILE *f = site->file ? fopen(site->file, "r") : NULL;
	if (!f)
		return;
	unsigned n = 0;
	int whole = 1;
	while (n < site->line && fgets(line, sizeof line, f)) {
		n += (unsigned)whole;
		whole = strchr(line, '\n') != NULL;
	}
	fclose(f);
	if (n != site->line || !n)
		return;
	line[strcspn(line, "\r\n")] = 0;
	put(t, "%5u | %s\n      | ", n, line);
	for (unsigned i = 0; i + 1 < site->column && line[i]; i++)
		put(t, "%c", line[i] == '\t' ? '\t' : ' ');
	put(t, "^\n");
}

static void what(text_t *t, const ompcc_mistake_t *m) {
	static const char *const words[] = {"read", "write", "update", "read", "read", "write"};
	if (m->defect == DEFECT_NOT_ALLOCATED) {
		put(t, "free of memory");
		return;
	}
	put(t, m->defect == DEFECT_VARIABLE && m->variable ? "use of " : "%s of ", words[m->how]);
	put_bytes(t, m->size);
}

static void in_kernel(text_t *t, const ompcc_mistake_t *m, const __ompcc_construct_t *c) {
	const __ompcc_thread_t *self = ompcc_core_cpu_self();
	put(t, "  kernel: %s, %s at ", c->kernel->name, c->directive ? c->directive : "target");
	put_place(t, c->loc.file, c->loc.line);
	if (m->site->function)
		put(t, ", in function '%s'", m->site->function);
	put(t, "; team %u, thread %u\n", self->team_num, self->thread_num);
}

static void compose(text_t *t, const ompcc_mistake_t *m) {
	ompcc_block_t b = {0};
	ompcc_host_item_t mapped = {0};
	const __ompcc_construct_t *c = ompcc_cpu_job();
	if (m->defect == DEFECT_HOST)
		ompcc_heap_unmapped(m->addr, &b);
	else
		ompcc_heap_find(m->defect == DEFECT_OUTSIDE ? m->addr : m->addr + m->at, &b);
	b.base += b.pad; /* show the mapped object without the padding before it */
	b.size -= b.pad;
	if (m->defect == DEFECT_HOST && ompcc_cpu_in_kernel())
		ompcc_go_host_item(device_num(), m->addr, &mapped);
	put(t, "ompcc: ");
	if (m->site) {
		put_place(t, m->site->file, m->site->line);
		put(t, ":%u: ", m->site->column);
	} else if (m->place.file) {
		put_place(t, m->place.file, m->place.line);
		put(t, ": ");
	}
	put(t, "error: ");
	if (m->site)
		put(t, "in a kernel: ");
	else if (m->place.routine)
		put(t, "%s: ", m->place.routine);
	what(t, m);
	if (m->site && m->site->text)
		put(t, ", '%s'", m->site->text);
	put(t, ": ");
	problem(t, m, &b, &mapped);
	put(t, "\n");
	if (!m->site || !c)
		return;
	source(t, m->site);
	in_kernel(t, m, c);
	put(t, "  to cure it: ");
	cure(t, m, &b, &mapped, c);
	put(t, "\n");
}

static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;

void ompcc_check_report(const ompcc_mistake_t *m) {
	static text_t t;
	pthread_mutex_lock(&once); /* never unlocked: the process reports one error and exits */
	compose(&t, m);
	ompcc_write(t.s, t.n);
	exit(EXIT_FAILURE);
}
