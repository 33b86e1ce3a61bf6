#include "../sanitize/stale.c"
