/* The checks that compiled code calls (-fsanitize=offload). The checked mode is
 * written without knowledge of Go; it is compiled here so that one build makes
 * the whole archive. */
#include "front.h"
#include "../sanitize/check.h"

const ompcc_checks_t *ompcc_checks(void) { return ompcc_runtime()->checks; }

#include "../sanitize/check.c"
