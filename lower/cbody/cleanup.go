package cbody

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/lower/region"
)

// Attribute cleanup (GNU C) names a function that is called with a variable's address
// wherever the variable's scope is left, the variable declared last first.

// cleanupAttr finds attribute cleanup among d's.
func (t *Translator) cleanupAttr(d *cc.Declarator) *cc.AttributeValue {
	for _, l := range t.attrs[d] {
		for ; l != nil; l = l.AttributeSpecifierList {
			for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
				if strings.Trim(v.AttributeValue.Token.SrcStr(), "_") == "cleanup" &&
					v.AttributeValue.ArgumentExpressionList != nil {
					return v.AttributeValue
				}
			}
		}
	}
	return nil
}

// noteCleanup adds what attribute cleanup of d asks for to the scope that d stands in.
func (f *Fn) noteCleanup(d *cc.Declarator) {
	if f.isDry > 0 || !f.T.hasAttr(d, "cleanup") {
		return
	}
	a := f.T.cleanupAttr(d)
	if a == nil || f.vla == nil || f.vla.block != f.block {
		f.errorf(d, diag.Attribute, "attribute cleanup of %s is not supported here in device code", d.Name())
		return
	}
	fd := f.cleanupFunction(a)
	if fd == nil {
		f.errorf(d, diag.Attribute, "attribute cleanup of %s needs the name of a function of the file", d.Name())
		return
	}
	addr := f.variableOf(d, f.vars[d]).addr
	f.vla.cleanups = append(f.vla.cleanups, func() {
		fn := f.T.cfg.Hooks.Func(f, fd, d)
		if fn == nil {
			return
		}
		call := &region.Call{Func: fn, Type: f.T.FuncType(fd.Type().(*cc.FunctionType)), Args: []region.Expr{addr}}
		call.Pos = f.pos
		f.Emit(&region.Eval{At: region.At{Pos: f.pos}, X: call})
	})
}

// cleanupFunction is the function that a names, nil if it is none that can be called with one pointer.
func (f *Fn) cleanupFunction(a *cc.AttributeValue) *cc.Declarator {
	p, ok := unwrap(a.ArgumentExpressionList.AssignmentExpression).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d := f.T.declaration(p.Token.SrcStr())
	if d == nil || f.T.nested[d] != nil {
		return nil
	}
	ft := d.Type().(*cc.FunctionType)
	if ft.IsVariadic() || len(paramTypes(ft)) != 1 || isAggregate(f.T.Type(ft.Result())) {
		return nil
	}
	if _, ok := paramTypes(ft)[0].(*cc.PointerType); !ok {
		return nil
	}
	return d
}

// cleanUp calls what the scopes above depth have to clean up, for a jump that leaves them.
func (f *Fn) cleanUp(depth int) {
	for i := len(f.vlas) - 1; i >= depth; i-- {
		f.vlas[i].cleanUp(0)
	}
}

// cleanUp calls the scope's cleanups from the last to the n-th.
func (s *vlaScope) cleanUp(n int) {
	for i := len(s.cleanups) - 1; i >= n; i-- {
		s.cleanups[i]()
	}
}

// cleans reports whether a scope of the function has something to clean up.
func (f *Fn) cleans() bool {
	for _, s := range f.vlas {
		if len(s.cleanups) > 0 {
			return true
		}
	}
	return false
}
