/* Which device address a host address has: see mapped.h. */
#include "mapped.h"

#include "_cgo_export.h"
#include "shim.h"

static ompcc_shared_t shared[OMPCC_MAX_DEVICES];

/* Called once for each device, before it is ready for anybody. */
void ompcc_table_share(int device, uintptr_t table, int own, int plain) {
	shared[device] = (ompcc_shared_t){(ompcc_table_t *)table, own, plain};
}

const ompcc_shared_t *ompcc_shared(int device) { return shared[device].table ? &shared[device] : NULL; }

void ompcc_no_memory(void) { ompcc_fatal("error: out of memory for the table of mapped variables"); }

/* lookup returns 0 when Go has to wait for the entry. */
static int lookup(const ompcc_shared_t *s, uintptr_t a, uintptr_t *dev) {
	ompcc_cpu_mutex_lock(&s->table->lock);
	const ompcc_entry_t *e = ompcc_table_find(s->table, a);
	int known = !e || e->state == OMPCC_READY;
	*dev = e && known ? e->dev + (a - e->host) : 0;
	ompcc_cpu_mutex_unlock(&s->table->lock);
	return known;
}

uintptr_t ompcc_mapped(int device, const void *p) {
	const ompcc_shared_t *s = ompcc_shared(device);
	uintptr_t dev;
	return s && lookup(s, (uintptr_t)p, &dev) ? dev : ompcc_go_mapped(device, (uintptr_t)p);
}
