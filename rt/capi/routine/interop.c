/* Interoperability objects. A device that no foreign runtime serves, such as the
 * CPU device, has none: init then makes omp_interop_none (OpenMP 5.2 §14.1). */
#include <stddef.h>
#include <stdlib.h>

#include "interop.h"
#include "../ompt/ompt.h"
#include "../host/shim.h"
#include "../bridge.h"

enum { FR_ID = -1,
	FR_NAME = -2,
	VENDOR = -3,
	VENDOR_NAME = -4,
	DEVICE_NUM = -5,
	PLATFORM = -6,
	DEVICE = -7,
	CONTEXT = -8,
	TARGETSYNC = -9 };
enum { FIRST = TARGETSYNC,
	LAST = FR_ID };          /* omp_interop_property_t */
enum { NO_VALUE = 1,
	SUCCESS = 0,
	EMPTY = -1,
	OUT_OF_RANGE = -2,
	TYPE_INT = -3,
	TYPE_PTR = -4,
	TYPE_STR = -5,
	OTHER = -6 };

/* --- actions ------------------------------------------------------------- */

/* which returns the device of an init clause; -1: the host. */
static int which(const __ompcc_construct_t *c, long device) {
	int n = ompcc_num_devices();
	if (device == OMPCC_DEVICE_DEFAULT || device == OMPCC_DEFAULT_NUMBER)
		device = ompcc_default_device();
	if (device >= 0 && device < n)
		return ompcc_ready((int)device) ? (int)device : -1;
	if (device != n && device != -1 && device != OMPCC_DEVICE_HOST)
		ompcc_fatal("%s:%u: error: %s: device %ld does not exist (%d devices)", c->loc.file, c->loc.line, c->directive, device, n);
	return -1;
}

void ompcc_core_interop_init(const void *ra, const __ompcc_construct_t *c, void **object, long device, unsigned types,
	unsigned nprefer, const int *prefer) {
	ompcc_announce(ra);
	int d = which(c, device);
	*object = NULL;
	if (d < 0)
		return;
	ompcc_interop_t o = {.device_num = d, .types = types};
	char *error = ompcc_go_interop(d, &o, nprefer, (int *)prefer);
	if (error)
		ompcc_fatal("%s:%u: error: %s: device %d has no interoperability object: %s", c->loc.file, c->loc.line, c->directive, d, error);
	if (o.fr == OMPCC_FR_NONE)
		return;
	ompcc_interop_t *made = malloc(sizeof *made);
	if (!made)
		ompcc_fatal("%s:%u: error: %s: out of memory", c->loc.file, c->loc.line, c->directive);
	*made = o;
	*object = made;
}

/* What the foreign runtime was given through the object is complete before
 * anything that depends on the construct (OpenMP 5.2 §14.1). */
void ompcc_core_interop_use(const void *ra, const __ompcc_construct_t *c, void **object, unsigned flags) {
	const ompcc_interop_t *o = *object;
	(void)flags;
	ompcc_announce(ra);
	if (!o || !o->queue || ompcc_forked())
		return;
	char *error = ompcc_go_interop_wait(o->queue);
	if (error)
		ompcc_fatal("%s:%u: error: %s: work of the foreign runtime failed on device %d: %s", c->loc.file, c->loc.line, c->directive,
			o->device_num, error);
}

void ompcc_core_interop_destroy(const void *ra, const __ompcc_construct_t *c, void **object, unsigned flags) {
	ompcc_interop_t *o = *object;
	ompcc_core_interop_use(ra, c, object, flags);
	if (o && o->queue && !ompcc_forked())
		ompcc_go_interop_close(o->queue);
	free(o);
	*object = NULL;
}

/* --- properties ---------------------------------------------------------- */

static int known(int id) { return id >= FIRST && id <= LAST; }

static const char *const names[] = {"fr_id", "fr_name", "vendor", "vendor_name", "device_num", "platform", "device", "device_context", "targetsync"};

/* type is that of a property that the object has: TYPE_INT … TYPE_STR, else
 * why there is no value. Vendors are numbered by OpenMP's list, where this
 * implementation is not. */
static int type(const ompcc_interop_t *o, int id) {
	if (!known(id))
		return OUT_OF_RANGE;
	if (!o)
		return EMPTY;
	switch (id) {
	case FR_ID:
	case DEVICE_NUM: return TYPE_INT;
	case FR_NAME:
	case VENDOR_NAME: return TYPE_STR;
	case PLATFORM: return o->platform ? TYPE_PTR : NO_VALUE;
	case DEVICE: return o->number ? TYPE_INT : TYPE_PTR;
	case CONTEXT: return o->context ? TYPE_PTR : NO_VALUE;
	case TARGETSYNC: return o->types & OMPCC_INTEROP_TARGETSYNC ? TYPE_PTR : NO_VALUE;
	}
	return NO_VALUE;
}

static int wanted(const ompcc_interop_t *o, int id, int want, int *rc) {
	int t = type(o, id);
	if (rc)
		*rc = t == want ? SUCCESS : t;
	return t == want;
}

intptr_t ompcc_interop_int(const ompcc_interop_t *o, int id, int *rc) {
	if (!wanted(o, id, TYPE_INT, rc))
		return 0;
	return id == FR_ID ? o->fr : id == DEVICE_NUM ? o->device_num
						      : (intptr_t)o->device;
}

void *ompcc_interop_ptr(const ompcc_interop_t *o, int id, int *rc) {
	if (!wanted(o, id, TYPE_PTR, rc))
		return NULL;
	return (void *)(id == PLATFORM ? o->platform : id == DEVICE ? o->device
			: id == CONTEXT                             ? o->context
								    : o->sync);
}

const char *ompcc_interop_str(const ompcc_interop_t *o, int id, int *rc) {
	if (!wanted(o, id, TYPE_STR, rc))
		return NULL;
	if (id == VENDOR_NAME)
		return "ompcc";
	return o->fr == OMPCC_FR_CUDA ? "cuda" : o->fr == OMPCC_FR_CUDA_DRIVER ? "cuda_driver"
									       : "hsa";
}

const char *ompcc_interop_name(int id) { return known(id) ? names[-id - 1] : NULL; }

static const char *foreign_type(const ompcc_interop_t *o, int id) {
	int cuda = o->fr == OMPCC_FR_CUDA, hsa = o->fr == OMPCC_FR_HSA;
	switch (id) {
	case DEVICE: return cuda ? "int" : hsa ? "hsa_agent_t *"
					       : "CUdevice";
	case CONTEXT: return "CUcontext";
	case TARGETSYNC: return cuda ? "cudaStream_t" : hsa ? "hsa_queue_t *"
							    : "CUstream";
	}
	return NULL;
}

const char *ompcc_interop_type(const ompcc_interop_t *o, int id) {
	switch (type(o, id)) {
	case TYPE_STR: return "const char *";
	case TYPE_INT: return id == DEVICE ? foreign_type(o, id) : "int";
	case TYPE_PTR: return foreign_type(o, id);
	}
	return NULL;
}

const char *ompcc_interop_reason(int rc) {
	static const char *const reasons[] = {
		"success",
		"the interoperability object is omp_interop_none",
		"there is no such property",
		"the property is an integer",
		"the property is a pointer",
		"the property is a string",
		"another reason",
	};
	if (rc == NO_VALUE)
		return "the property has no value";
	return rc <= SUCCESS && rc >= OTHER ? reasons[-rc] : NULL;
}
