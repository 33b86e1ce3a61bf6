#include "../sanitize/library.c"
