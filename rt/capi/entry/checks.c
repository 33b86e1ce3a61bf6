/* The checked mode (-fsanitize=offload) of the runtime that serves the process. */
#include "front.h"
#include "../../sanitize/check.h"

const ompcc_checks_t *ompcc_checks(void) { return ompcc_runtime()->checks; }
