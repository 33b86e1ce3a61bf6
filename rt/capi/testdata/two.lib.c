#define ADD 10
#define LIBRARY library_two
#define FRESH fresh_two
#include "library.h"
