#include "weight.h"

double weight(int row) { return 1.0 / (row + 1); }
