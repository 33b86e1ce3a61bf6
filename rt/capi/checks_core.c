#include "../sanitize/core.c"
