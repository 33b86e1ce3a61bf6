package pragma

import (
	"modernc.org/cc/v4"
)

func isIntegerType(t cc.Type) bool { return t != nil && cc.IsIntegerType(t) }
