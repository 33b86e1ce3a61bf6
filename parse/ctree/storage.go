// Storage duration and linkage of variables.

package ctree

import "modernc.org/cc/v4"

// IsFileScope reports whether d is declared outside all functions.
func IsFileScope(d *cc.Declarator) bool {
	s := d.LexicalScope()
	return !d.IsParam() && (s == nil || s.Parent == nil)
}

// IsFileStatic reports whether d has internal linkage.
func IsFileStatic(d *cc.Declarator) bool { return d.IsStatic() && IsFileScope(d) }

// IsStaticStorage reports whether d is a variable with static storage duration.
func IsStaticStorage(d *cc.Declarator) bool {
	if d.IsParam() {
		return false
	}
	return IsFileScope(d) || d.IsStatic() || d.IsExtern()
}

// IsAutomatic reports whether d is a local variable or parameter without static storage.
func IsAutomatic(d *cc.Declarator) bool {
	if d.IsParam() {
		return true
	}
	return d.ResolvedIn() != nil && d.ResolvedIn().Parent != nil && !d.IsStatic() && !d.IsExtern() && !d.IsThreadLocal()
}

// IsFunction reports whether d declares a function.
func IsFunction(d *cc.Declarator) bool { return d.Type() != nil && d.Type().Kind() == cc.Function }

// IsArrayVariable reports whether d is an array object (array parameters are pointers).
func IsArrayVariable(d *cc.Declarator) bool {
	return d != nil && !d.IsParam() && d.Type().Undecay().Kind() == cc.Array
}

// Symbol identifies a variable or function through all its declarations: by Name if it has
// linkage or file scope, by its declarator if it is local to a function.
type Symbol struct {
	Name  string
	Local *cc.Declarator
}

// SymbolOf is what d declares.
func SymbolOf(d *cc.Declarator) Symbol {
	if IsFunction(d) || IsFileScope(d) || d.IsExtern() {
		return Symbol{Name: d.Name()}
	}
	return Symbol{Local: d}
}
