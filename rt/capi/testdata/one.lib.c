#define ADD 1
#define LIBRARY library_one
#define FRESH fresh_one
#include "library.h"
