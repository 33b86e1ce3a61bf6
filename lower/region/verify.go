package region

import (
	"fmt"
	"slices"

	"ompcc/parse/diag"
)

// Verify checks the invariants that codegen relies on and returns every
// violation, each with the function or kernel and the source line it is in.
// A violation is a defect of lower, never of the user's program.
func Verify(m *Module) []error {
	v := &verifier{globals: map[*Global]bool{}, funcs: map[*Function]bool{}}
	names := map[string]bool{}
	for _, g := range m.Globals {
		v.globals[g] = true
		v.unique(names, g.Name)
	}
	for _, f := range m.Funcs {
		v.funcs[f] = true
		v.unique(names, f.Name)
	}
	for _, g := range m.Globals {
		v.where, v.pos = "global "+g.Name, Position{File: g.Pos.File, Line: g.Pos.Line}
		v.global(g)
	}
	for _, f := range m.Funcs {
		v.function(f)
	}
	for _, k := range m.Kernels {
		v.unique(names, k.Name)
		v.kernel(k)
	}
	return v.errs
}

// verifier walks one function or kernel at a time. scope holds what is visible:
// *Local, *Temp and *Param.
type verifier struct {
	errs    []error
	globals map[*Global]bool
	funcs   map[*Function]bool

	where    string
	pos      Position
	scope    map[any]bool
	defined  map[*Temp]bool // every temp seen, to find double definitions
	labels   map[*Label]bool
	cases    map[*CaseLabel]bool // of the enclosing switches
	ret      Type
	isKernel bool
	loops    int // enclosing Loops, within the innermost construct
	switches int
	outlined int // enclosing constructs that Return and Goto may not leave
}

func (v *verifier) errorf(format string, args ...any) {
	at := ""
	if v.pos.Line > 0 {
		at = fmt.Sprintf(" (%s:%d)", v.pos.File, v.pos.Line)
	}
	v.errs = append(v.errs, fmt.Errorf("%s%s: %s", v.where, at, fmt.Sprintf(format, args...)))
}

func (v *verifier) unique(names map[string]bool, n string) {
	if n == "" {
		v.errorf("symbol without a name")
	}
	if names[n] {
		v.errorf("symbol %s defined twice", n)
	}
	names[n] = true
}

func (v *verifier) begin(where string, pos diag.Pos) {
	v.where, v.pos = where, Position{File: pos.File, Line: pos.Line}
	v.scope, v.defined = map[any]bool{}, map[*Temp]bool{}
	v.labels, v.cases = map[*Label]bool{}, map[*CaseLabel]bool{}
	v.loops, v.switches, v.outlined = 0, 0, 0
}

func (v *verifier) collectLabels(b *Block) {
	(&Visitor{Stmt: func(s Stmt) bool {
		if l, ok := s.(*Label); ok {
			if v.labels[l] {
				v.errorf("label %s placed twice", l.Name)
			}
			v.labels[l] = true
		}
		return true
	}}).Walk(b)
}

func (v *verifier) function(f *Function) {
	v.begin("function "+f.Name, f.Pos)
	if f.Ret == nil {
		v.errorf("no result type")
		return
	}
	for _, p := range f.Params {
		v.param(p)
	}
	if f.Body == nil {
		return
	}
	v.isKernel, v.ret = false, f.Ret
	v.collectLabels(f.Body)
	v.block(f.Body)
}

func (v *verifier) param(p *Param) {
	if p.Type == nil || !isScalar(p.Type) {
		v.errorf("parameter %s has no scalar type", p.Name)
	}
	if (p.ByVal != nil || p.SRet != nil) && !IsPtr(p.Type) {
		v.errorf("structure parameter %s is not a pointer", p.Name)
	}
	v.scope[p] = true
}

func (v *verifier) kernel(k *Kernel) {
	v.begin("kernel "+k.Name, k.Pos)
	for _, p := range k.Params {
		v.param(p)
		if p.Kind != ParamValue && p.Type != nil && !IsPtr(p.Type) {
			v.errorf("parameter %s passes storage but is not a pointer", p.Name)
		}
	}
	if k.Space != nil && !slices.Contains(k.Params, k.Space) {
		v.errorf("the space is no parameter of the kernel")
	}
	if k.GroupMemory != nil && !slices.Contains(k.Params, k.GroupMemory) {
		v.errorf("the group memory is no parameter of the kernel")
	}
	v.isKernel, v.ret = true, VoidT
	v.collectLabels(k.Body)
	v.withReductions(k.Reductions, func() { v.block(k.Body) })
}

func (v *verifier) global(g *Global) {
	if g.Type == nil {
		v.errorf("no type")
		return
	}
	if g.Link && !IsPtr(g.Type) {
		v.errorf("link variable is not a pointer cell")
	}
	if g.Decl && g.Init != nil {
		v.errorf("declaration with an initialiser")
	}
	if g.Init != nil {
		v.init(g.Init, g.Type.Size())
	}
}

func (v *verifier) init(i Init, size int64) {
	switch i := i.(type) {
	case *InitBytes:
		v.fits(int64(len(i.Data)), size)
	case *InitScalar:
		switch i.X.(type) {
		case *Const, *FConst, *Null:
			v.fits(i.X.ExprType().Size(), size)
		default:
			v.errorf("initialiser %s is not a constant", ExprString(i.X))
		}
	case *InitAddr:
		v.fits(8, size)
		if i.Global != nil && !v.globals[i.Global] {
			v.errorf("initialiser names global %s, which is not in the module", i.Global.Name)
		}
		if i.Func != nil && !v.funcs[i.Func] {
			v.errorf("initialiser names function %s, which is not in the module", i.Func.Name)
		}
	case *InitAgg:
		v.fits(i.Size, size)
		end := int64(0)
		for _, p := range i.Parts {
			if p.Offset < end {
				v.errorf("initialiser parts overlap at byte %d", p.Offset)
			}
			v.init(p.Init, p.Type.Size())
			end = p.Offset + p.Type.Size()
		}
		v.fits(end, i.Size)
	}
}

func (v *verifier) fits(n, size int64) {
	if n > size {
		v.errorf("initialiser of %d bytes for %d bytes", n, size)
	}
}

// scoped runs f and then forgets the names it made visible.
func (v *verifier) scoped(f func()) {
	old := v.scope
	v.scope = make(map[any]bool, len(old)+4)
	for k := range old {
		v.scope[k] = true
	}
	f()
	v.scope = old
}

func (v *verifier) block(b *Block) {
	v.scoped(func() { v.open(b) })
}

// open verifies b and leaves its names visible.
func (v *verifier) open(b *Block) {
	if b == nil {
		v.errorf("missing block")
		return
	}
	for _, l := range b.Locals {
		v.local(l)
	}
	for _, s := range b.Stmts {
		if s == nil {
			v.errorf("nil statement")
			continue
		}
		if p := s.StmtPos(); p.Line > 0 {
			v.pos = p
		}
		v.stmt(s)
	}
}

func (v *verifier) local(l *Local) {
	if l.Type == nil {
		v.errorf("local %s has no type", l.Name)
	}
	if l.Align&(l.Align-1) != 0 {
		v.errorf("local %s: alignment %d is no power of two", l.Name, l.Align)
	}
	v.scope[l] = true
}

func (v *verifier) define(t *Temp) {
	if t == nil {
		v.errorf("missing temporary")
		return
	}
	if v.defined[t] {
		v.errorf("temporary %s defined twice", t.Name)
	}
	if t.Type == nil || !isScalar(t.Type) {
		v.errorf("temporary %s has no scalar type", t.Name)
	}
	v.defined[t], v.scope[t] = true, true
}

func isScalar(t Type) bool {
	switch t.(type) {
	case *Bool, *Int, *Float, *Ptr, *Vector:
		return true
	}
	return false
}

func isBool(t Type) bool  { _, ok := t.(*Bool); return ok }
func isInt(t Type) bool   { _, ok := t.(*Int); return ok }
func isFloat(t Type) bool { _, ok := t.(*Float); return ok }
func isVoid(t Type) bool  { _, ok := t.(*Void); return ok }

// Same reports whether a and b are the same type. Structures compare by
// layout, since values of them exist only in memory.
func Same(a, b Type) bool {
	switch a := a.(type) {
	case *Int:
		b, ok := b.(*Int)
		return ok && *a == *b
	case *Float:
		b, ok := b.(*Float)
		return ok && a.Kind == b.Kind
	case *Vector:
		b, ok := b.(*Vector)
		return ok && a.Len == b.Len && Same(a.Elem, b.Elem)
	case *Array:
		b, ok := b.(*Array)
		return ok && a.Len == b.Len && Same(a.Elem, b.Elem)
	case *Struct:
		b, ok := b.(*Struct)
		return ok && a.Bytes == b.Bytes && a.Alignm == b.Alignm
	case *Func:
		b, ok := b.(*Func)
		if !ok || a.Variadic != b.Variadic || len(a.Params) != len(b.Params) || !Same(a.Ret, b.Ret) {
			return false
		}
		for i := range a.Params {
			if !Same(a.Params[i], b.Params[i]) {
				return false
			}
		}
		return true
	case *Void:
		return isVoid(b)
	case *Bool:
		return isBool(b)
	case *Ptr:
		return IsPtr(b)
	}
	return false
}
