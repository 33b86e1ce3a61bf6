package body

import (
	"fmt"
	"strings"

	"ompcc/codegen/ir"
	"ompcc/lower/region"
)

// With Options.Sanitize, every access to memory in code for the CPU device is
// preceded by a call of the runtime (rt/abi.SanitizeDecls) that checks it,
// unless it provably stays inside a variable of the function or module. The
// checks neither read nor write the program's memory, so values may stay in
// registers across them; they need not return, so no store moves above one.

// checkAttrs are the attributes of the functions that check.
const checkAttrs = "nounwind memory(inaccessiblemem: readwrite)"

// access is a way of using memory: the suffix of the checking function.
type access string

const (
	readAccess   access = "read"
	writeAccess  access = "write"
	updateAccess access = "update" // read, then written
	takeAccess   access = "take"   // read as a whole, parts may have no value yet
)

// checks reports whether accesses of f are to be checked.
func (f *Function) checks() bool { return f.Mod.Options.Sanitize }

// checkAccess checks that the n bytes at p, which addr computed, may be used as how says.
func (f Checks) checkAccess(how access, addr region.Expr, p, n ir.Value, site *region.Site) {
	if !f.checks() || ir.IsNum(n, 0) {
		return
	}
	r := f.rootOf(addr)
	f.checkVersion(how, r, p, n, site)
	switch {
	case r.contains(n):
	case r.object != nil:
		f.Call(ir.Void, "__ompcc_check_object", checkAttrs, p, n, r.at(f.Function), f.Mod.variableRow(r.object),
			f.siteOf(site))
	default:
		f.checkPlain(how, p, n, site)
	}
}

// checkVersion tells of an access to a declare target variable, whose value the host may have changed since the device got
// it.
func (f Checks) checkVersion(how access, r root, p, n ir.Value, site *region.Site) {
	g, ok := r.object.(*region.Global)
	if !ok || !g.Entry && !g.Decl || g.Const || g.Link || g.Library || g.Space != region.SpaceGlobal {
		return
	}
	if how != writeAccess {
		f.Call(ir.Void, "__ompcc_check_global_read", checkAttrs, p, n, f.siteOf(site))
	}
	if how == writeAccess || how == updateAccess {
		f.Call(ir.Void, "__ompcc_check_global_write", checkAttrs, p, n)
	}
}

// checkPlain checks an address of which nothing is known.
func (f Checks) checkPlain(how access, p, n ir.Value, site *region.Site) {
	size, _ := IntOf(n)
	switch size {
	case 1, 2, 4, 8, 16:
		if how == readAccess || how == writeAccess {
			f.Call(ir.Void, fmt.Sprintf("__ompcc_check_%s%d", how, size), checkAttrs, p, f.siteOf(site))
			return
		}
	}
	f.Call(ir.Void, "__ompcc_check_"+string(how), checkAttrs, p, n, f.siteOf(site))
}

// checkScalar is checkAccess for an object of type t.
func (f Checks) checkScalar(how access, addr region.Expr, p ir.Value, t region.Type, site *region.Site) {
	f.checkAccess(how, addr, p, ir.Num(ir.I64, t.Size()), site)
}

// checkCopy checks a copy of n bytes: what has no value yet has none in the
// copy either, which is no mistake by itself (padding is copied).
func (f Checks) checkCopy(dstAddr, srcAddr region.Expr, dst, src, n ir.Value, to, from *region.Site) {
	if !f.checks() || ir.IsNum(n, 0) {
		return
	}
	d, s := f.rootOf(dstAddr), f.rootOf(srcAddr)
	if d.object != nil || s.object != nil {
		f.checkAccess(takeAccess, srcAddr, src, n, from)
		f.checkAccess(writeAccess, dstAddr, dst, n, to)
		return
	}
	f.Call(ir.Void, "__ompcc_check_copy", checkAttrs, dst, src, n, f.siteOf(to), f.siteOf(from))
}

// checkCall checks memcpy and memmove of n bytes.
func (f Checks) checkCall(x *region.Intrinsic, args []ir.Value, n ir.Value) {
	site := f.callSite(string(x.Op))
	f.checkCopy(x.Args[0], x.Args[1], args[0], args[1], n, site, site)
}

// byteCopy returns the load if s does no more than copy a byte.
func (f Checks) byteCopy(s *region.Store) *region.Load {
	if !f.checks() {
		return nil
	}
	x := s.X
	for {
		c, ok := x.(*region.Convert)
		if !ok || c.To.Size() != 1 && s.X.ExprType().Size() != 1 {
			break
		}
		x = c.X
	}
	if l, ok := x.(*region.Load); ok && l.Type.Size() == 1 && s.X.ExprType().Size() == 1 {
		return l
	}
	return nil
}

// checkReductions checks the original list items of reductions, which are
// updated when the participants' copies are combined.
func (f Checks) checkReductions(states []ReductionState) {
	if !f.checks() {
		return
	}
	for _, st := range states {
		n := ir.Num(ir.I64, st.Reduction.Type.Size())
		if st.Count != nil {
			n = f.Bin("mul", *st.Count, n, "bytes")
		}
		f.checkAccess(updateAccess, st.Reduction.Orig, st.Original, n,
			&region.Site{Pos: f.Pos, Text: st.Reduction.Name})
	}
}

// result is an argument through which a mathematical function returns
// something of so many bytes; 0: as many as the function's precision has.
type result struct {
	arg  int
	size int64
}

var results = map[string][]result{
	"sincos": {{1, 0}, {2, 0}}, "frexp": {{1, 4}}, "modf": {{1, 0}}, "remquo": {{2, 4}}, "lgamma_r": {{1, 4}},
}

// checkResults checks where a mathematical function stores its results.
func (f Checks) checkResults(name string, args []ir.Value) {
	if !f.checks() {
		return
	}
	base, size := name, int64(8)
	for suffix, n := range map[string]int64{"f": 4, "l": 16} {
		b := strings.Replace(name, suffix+"_r", "_r", 1)
		if b == name {
			b = strings.TrimSuffix(name, suffix)
		}
		if b != name && results[b] != nil {
			base, size = b, n
		}
	}
	for _, r := range results[base] {
		n := r.size
		if n == 0 {
			n = size
		}
		f.checkPlain(writeAccess, args[r.arg], ir.Num(ir.I64, n), f.callSite(name))
	}
}

// CheckEnter makes the thread's stack known to the runtime.
func (f Checks) CheckEnter() {
	if f.checks() {
		f.Call(ir.Void, "__ompcc_check_enter", checkAttrs)
	}
}

// checkPlace tells the runtime where the call stands that follows: a function
// of the library, name, checks what its arguments point to; so may what is
// called through a pointer, name being "" then.
func (f Checks) checkPlace(name string) {
	if !f.checks() {
		return
	}
	var site *region.Site
	if name != "" {
		site = f.callSite(name)
	}
	f.Call(ir.Void, "__ompcc_check_at", checkAttrs, f.siteOf(site))
}

// root is the variable that an address is inside of, if one is known: object
// is a *region.Local or *region.Global.
type root struct {
	object any
	off    int64
	fixed  bool // off is known
}

func (r root) size() int64 {
	switch o := r.object.(type) {
	case *region.Local:
		return o.Type.Size()
	case *region.Global:
		return o.Type.Size()
	}
	return 0
}

// contains reports whether n bytes at the address are inside of the object.
func (r root) contains(n ir.Value) bool {
	size, ok := IntOf(n)
	return ok && r.fixed && r.object != nil && r.off >= 0 && r.off <= r.size()-size
}

// at is the address of the object.
func (r root) at(f *Function) ir.Value {
	if g, ok := r.object.(*region.Global); ok {
		return f.Mod.GlobalRef(g)
	}
	return f.local(r.object.(*region.Local))
}

func (f Checks) rootOf(addr region.Expr) root {
	switch x := addr.(type) {
	case *region.LocalAddr:
		return root{object: x.Local, fixed: true}
	case *region.GlobalAddr:
		if x.Global.Decl && x.Global.Type.Size() == 0 { // of unknown size
			return root{}
		}
		return root{object: x.Global, fixed: true}
	case *region.TempVal:
		for g := f.Function; g != nil; g = g.outer.f {
			if a, ok := g.addresses[x.Temp]; ok {
				return Checks{g}.rootOf(a)
			}
			if g.outer == nil {
				break
			}
		}
	case *region.PtrAdd:
		r := f.rootOf(x.Base)
		r.off += x.Offset
		if c, ok := x.Index.(*region.Const); ok && c.Val.IsInt64() {
			r.off += c.Val.Int64() * x.Scale
		} else if x.Index != nil {
			r.fixed = false
		}
		return r
	}
	return root{}
}

// rememberAddress notes what address a temporary holds.
func (f Checks) rememberAddress(s *region.Let) {
	if f.checks() && region.IsPtr(s.Temp.Type) {
		f.addresses[s.Temp] = s.X
	}
}

// siteOf is the description of site for the runtime; nil: the present place.
func (f Checks) siteOf(site *region.Site) ir.Value {
	if site == nil {
		site = &region.Site{Pos: f.Pos}
	}
	key := fmt.Sprintf("site %v %s %s %v %s", site.Pos, site.Text, site.Base, site.BasePos, f.siteFunction())
	return f.Mod.constantRow(key, "__ompcc_site", func() ir.Constant {
		line := func(n int) ir.Constant { return ir.Const(ir.I32, int64(n)) }
		return ir.Struct(f.Mod.textOrNull(PosFile(site.Pos.File, f.Mod.Source.File)), line(site.Pos.Line),
			line(site.Pos.Col), f.Mod.textOrNull(site.Text), f.Mod.textOrNull(f.siteFunction()),
			f.Mod.textOrNull(site.Base), f.Mod.textOrNull(site.BasePos.File), line(site.BasePos.Line))
	})
}

// siteFunction is the name of the device function that f belongs to, "" in kernels.
func (f Checks) siteFunction() string {
	g := f.Function
	for g.outer != nil {
		g = g.outer.f
	}
	return g.user
}

// variableRow describes a variable for the runtime.
func (m *Module) variableRow(object any) ir.Constant {
	addr, name, pos, size := ir.Null, "", region.Position{}, int64(0)
	switch o := object.(type) {
	case *region.Local:
		name, pos, size = o.Name, region.Position(o.Pos), o.Type.Size()
	case *region.Global:
		addr, pos, size = m.GlobalRef(o), region.Position(o.Pos), o.Type.Size()
		if pos.Line > 0 {
			name = o.Name
			if o.HostName != "" {
				name = o.HostName
			}
		}
	}
	key := fmt.Sprintf("variable %s %s %v %d", addr.Ident(), name, pos, size)
	return m.constantRow(key, "__ompcc_variable", func() ir.Constant {
		return ir.Struct(addr, ir.Const(ir.I64, size), m.textOrNull(name), m.textOrNull(pos.File),
			ir.Const(ir.I32, int64(pos.Line)))
	})
}

// textOrNull is the address of a string, null for "".
func (m *Module) textOrNull(s string) ir.Constant {
	if s == "" {
		return ir.Null
	}
	return m.StringConst(s)
}

// constantRow is the address of a constant that is made once for each key.
func (m *Module) constantRow(key, base string, init func() ir.Constant) ir.Constant {
	if v, ok := m.rows[key]; ok {
		return v
	}
	name := m.Symbol(base)
	c := init()
	m.AddGlobal(name, c.Type(), m.constSpace(), c, "private", true)
	v := m.Generic(name, m.constSpace())
	m.rows[key] = v
	return v
}

// listVariables puts the module's variables where the runtime finds them: an
// address inside of one is valid in kernels.
func (m *Module) listVariables() {
	for _, g := range m.Source.Globals {
		if g.Decl || g.Space != region.SpaceGlobal || g.Type.Size() == 0 {
			continue
		}
		row := m.variableRow(g)
		for _, lg := range m.Globals {
			if row == ir.Constant(ir.Symbol{Name: lg.Name()}) {
				lg.Section, lg.Align, lg.Linkage, lg.Immutable = "ompcc_cpu_vars", 8, ir.Linkage("internal"), false
				m.Used = append(m.Used, row)
			}
		}
	}
}

// callSite is the place of a call of a function that C code knows as name.
func (f Checks) callSite(name string) *region.Site {
	return &region.Site{Pos: f.Pos, Text: name + "()"}
}

// checkedLibrary are the functions of the C library that the runtime has with
// checks of what their arguments point to, as __ompcc_check_lib_ and the name.
var checkedLibrary = makeSet(`
memcpy memmove mempcpy bcopy memset bzero memchr rawmemchr memrchr memccpy memcmp bcmp memmem
strlen strnlen strcpy stpcpy strncpy stpncpy strcat strncat strcmp strncmp strcasecmp strncasecmp strcoll strxfrm
strchr strchrnul strrchr strstr strcasestr strpbrk strspn strcspn strtok strtok_r strsep strdup strndup
atoi atol atoll atof strtol strtoll strtoul strtoull strtoimax strtoumax strtod strtof strtold
vfprintf vasprintf __isoc99_vsscanf fputs fputs_unlocked fwrite fwrite_unlocked perror strerror __errno_location insque remque lsearch
puts vprintf vsprintf vsnprintf qsort bsearch rand_r
__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc
malloc calloc realloc free aligned_alloc memalign posix_memalign
`)

func makeSet(names string) map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(names) {
		set[n] = true
	}
	return set
}
