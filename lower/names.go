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

// isFileScope reports whether d is declared outside all functions.
func isFileScope(d *cc.Declarator) bool {
	s := d.LexicalScope()
	return !d.IsParam() && (s == nil || s.Parent == nil)
}

// isStaticStorage reports whether d is a variable with static storage duration.
func isStaticStorage(d *cc.Declarator) bool {
	if d.IsParam() {
		return false
	}
	return isFileScope(d) || d.IsStatic() || d.IsExtern()
}

// isFunction reports whether d declares a function.
func isFunction(d *cc.Declarator) bool { return d.Type().Kind() == cc.Function }

// isFileStatic reports whether d has internal linkage.
func isFileStatic(d *cc.Declarator) bool { return d.IsStatic() && isFileScope(d) }

func (u *unit) regionPos(p diag.Pos) region.Position {
	return region.Position{File: u.tree.Unit.ProgramFile(p.File), Line: p.Line, Col: p.Col}
}

// objectType is the type of the object that d names: for array parameters the
// pointer that the parameter really is.
func objectType(d *cc.Declarator) cc.Type {
	t := d.Type()
	if !d.IsParam() {
		return t.Undecay()
	}
	if p, ok := t.Decay().(*cc.PointerType); ok {
		if e := p.Elem(); t.Undecay().Kind() == cc.Array {
			return e.Pointer()
		}
	}
	return t.Decay()
}

// isArrayValue reports whether x designates an array (not an array parameter,
// which is a pointer).
func isArrayValue(x cc.ExpressionNode) bool {
	if d := varOf(x); d != nil {
		return isArray(objectType(d))
	}
	return isArray(x.Type())
}

func isPointer(t cc.Type) bool { return t.Kind() == cc.Ptr && t.Undecay().Kind() != cc.Array }

func isArray(t cc.Type) bool { return t.Undecay().Kind() == cc.Array }

func isAggregate(t cc.Type) bool {
	switch t.Undecay().Kind() {
	case cc.Array, cc.Struct, cc.Union:
		return true
	}
	return false
}

func isVLA(t cc.Type) bool {
	a, ok := t.Undecay().(*cc.ArrayType)
	return ok && a.IsVLA()
}

// pointee is the element type of a pointer or array, nil if t is neither.
func pointee(t cc.Type) cc.Type {
	switch x := t.Undecay().(type) {
	case *cc.ArrayType:
		return x.Elem()
	case *cc.PointerType:
		return x.Elem()
	}
	return nil
}
