// Functions of the C library that the unit does not declare.

package cbody

import "ompcc/lower/region"

// LibraryOf is Library for a function that the unit need not declare: it has
// the given result and parameters unless it is declared.
func (t *Translator) LibraryOf(name string, ret region.Type, params ...region.Type) *region.Function {
	if fn := t.Library(name); fn != nil {
		return fn
	}
	fn := &region.Function{Name: name, Linkage: region.External, Library: true, Ret: ret}
	for _, p := range params {
		fn.Params = append(fn.Params, &region.Param{Type: p})
	}
	t.lib[name] = fn
	t.cfg.Module.Funcs = append(t.cfg.Module.Funcs, fn)
	return fn
}
