/* The thread pool of the CPU device as one translation unit: the runtime's C
 * side includes this file. */
#include "settings.c"
#include "critical.c"
#include "barrier.c"
#include "loop.c"
#include "storage.c"
#include "fiber.c"
#include "team.c"
#include "league.c"
#include "ompd.c"
