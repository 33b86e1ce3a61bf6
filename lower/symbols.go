// Names of kernels and other symbols.

package lower

import (
	"fmt"
	"path/filepath"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
	"ompcc/parse/diag"
)

// kernelName is __ompcc_k_<file>_<function>_l<line>, with a number from the
// second kernel of one line on.
// <file> is the unit's main file, so that a header's kernels differ between units.
func (u *unit) kernelName(pos diag.Pos, fn *cc.Declarator) string {
	base := fmt.Sprintf("__ompcc_k_%s_%s_l%d", identifier(filepath.Base(u.file())), fn.Name(), pos.Line)
	if fn.IsStatic() || fn.IsInline() {
		base += u.unitSuffix()
	}
	return u.unique(base)
}

// unitSuffix tells symbols of this unit from those of others with the same
// source names.
func (u *unit) unitSuffix() string {
	if u.opts.UnitID == "" {
		return ""
	}
	return "_" + u.opts.UnitID
}

// unique numbers the second and later symbols called base.
func (u *unit) unique(base string) string {
	u.names[base]++
	if n := u.names[base]; n > 1 {
		return fmt.Sprintf("%s_%d", base, n)
	}
	return base
}

// identifier replaces what cannot stand in a C identifier by '_'.
func identifier(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}

func (u *unit) regionPos(p diag.Pos) region.Position {
	return region.Position{File: u.tree.Unit.ProgramFile(p.File), Line: p.Line, Col: p.Col}
}
