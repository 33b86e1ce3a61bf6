/* Properties of interoperability objects (OpenMP 6.0 §26.1). The runtime makes
 * no such objects: the only one that a program can have is omp_interop_none. */
#include <stddef.h>

#include "interop.h"

enum { FIRST = -9, LAST = -1 };                     /* omp_interop_property_t */
enum { SUCCESS = 0, EMPTY = -1, OUT_OF_RANGE = -2, OTHER = -6, NO_VALUE = 1 };

static const struct {
	const char *name, *type;
} properties[] = {
    {"fr_id", "int"}, {"fr_name", "const char *"}, {"vendor", "int"}, {"vendor_name", "const char *"},
    {"device_num", "int"}, {"platform", "void *"}, {"device", "void *"}, {"device_context", "void *"}, {"targetsync", "void *"},
};

static int known(int id) { return id >= FIRST && id <= LAST; }

int ompcc_interop_answer(void *object, int id) {
	if (!known(id))
		return OUT_OF_RANGE;
	return object ? OTHER : EMPTY;
}

const char *ompcc_interop_name(int id) { return known(id) ? properties[-id - 1].name : NULL; }

const char *ompcc_interop_type(int id) { return known(id) ? properties[-id - 1].type : NULL; }

const char *ompcc_interop_reason(int rc) {
	static const char *const reasons[] = {
	    "success", "the interoperability object is omp_interop_none", "there is no such property",
	    "the property is an integer", "the property is a pointer", "the property is a string", "the object is not one of this runtime",
	};
	if (rc == NO_VALUE)
		return "the property has no value";
	return rc <= SUCCESS && rc >= OTHER ? reasons[-rc] : NULL;
}
