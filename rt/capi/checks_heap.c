#include "../sanitize/heap.c"
