#include "../sanitize/report.c"
