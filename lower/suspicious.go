package lower

import (
	"strings"

	"modernc.org/cc/v4"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/pragma"
	"ompcc/rt/abi"
)

// Suspicious programs: legal, but almost surely not what was meant. Each
// warning says what happens and what to write; all err on the side of silence.

// suspect collects what the warnings need to know about the whole unit.
type suspect struct {
	// mapped are the variables (by varKey) that some clause of the unit maps or
	// that are base pointers of list items; members the names of structure
	// members in list items.
	mapped, members map[string]bool
	// pointed are the variables of which a clause names more than the variable itself:
	// what it points to, or a device's address.
	pointed map[string]bool
	unified bool
}

func (u *unit) suspects() *suspect {
	if u.suspect != nil {
		return u.suspect
	}
	s := &suspect{mapped: map[string]bool{}, members: map[string]bool{}, pointed: map[string]bool{}}
	for _, c := range u.tree.All {
		if c == nil {
			continue
		}
		if c.Kind == "requires" && (c.Clause("unified_shared_memory") != nil || c.Clause("self_maps") != nil) {
			s.unified = true
		}
		for _, cl := range c.Clauses {
			switch cl.Kind {
			case "map", "to", "from", "use_device_ptr", "use_device_addr", "is_device_ptr", "has_device_addr":
				for _, it := range cl.Items {
					s.note(it)
					if it.Decl != nil && (!it.IsVar() || !mapsOrMoves(cl)) {
						s.pointed[varKey(it.Decl)] = true
					}
				}
			}
		}
	}
	u.suspect = s
	return s
}

func mapsOrMoves(cl *pragma.Clause) bool {
	return cl.Kind == "map" || cl.Kind == "to" || cl.Kind == "from"
}

func (s *suspect) note(it *pragma.Item) {
	if it.Decl != nil {
		s.mapped[varKey(it.Decl)] = true
	}
	walk(it.Node, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && (x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) {
			s.members[x.Token2.SrcStr()] = true
		}
		return true
	})
}

// warnings looks at one target construct after its captures are known.
func (k *kernel) warnings() {
	for _, c := range k.captures {
		switch {
		case c.kind == capAllocator:
			k.pooled(c)
		case c.kind == capPointer && c.implicit && pointee(objectType(c.decl)).Kind() == cc.Function:
			k.hostFunctionPointer(c)
		case isAggregate(objectType(c.decl)) && pragma.IsAutomatic(c.decl) && k.startsWithFunctions(c.decl):
			k.hostFunctionPointer(c)
		case c.kind == capPointer && c.implicit:
			k.unmappedPointer(c)
		case c.kind == capMapped && !c.implicit && objectType(c.decl).Kind() == cc.Ptr && !k.hb.u.suspects().pointed[varKey(c.decl)]:
			k.unmappedPointer(c)
		case (c.kind == capValue || c.kind == capShared) && !c.implicit && isScalar(c.decl):
			k.lostReduction(c)
		case (c.kind == capValue || c.kind == capShared && isScalar(c.decl)) && c.implicit:
			k.lostWrite(c, "is firstprivate")
		case c.kind == capMapped && c.item != nil && c.item.Flags&(abi.FlagTo|abi.FlagFrom) == abi.FlagTo && !c.implicit && isScalar(c.decl):
			k.lostWrite(c, "is mapped to the device only")
		}
	}
	k.unattachedMembers()
	k.unmappedMembers()
	k.partialFrom()
	k.reductionMaps()
	k.serialLoop()
	k.uninitialisedPrivate()
}

func isScalar(d *cc.Declarator) bool {
	t := objectType(d)
	return !isAggregate(t) && t.Kind() != cc.Ptr
}

func (k *kernel) warn(n cc.Node, code, format string, args ...any) *diag.Diagnostic {
	u := k.hb.u
	return u.diags.Warnf(spanOf(u, n), code, format, args...)
}

// pooled: the device's one heap stands for every allocator, of which no part can be
// kept for one, and says by a null pointer that it has no more.
func (k *kernel) pooled(c *capture) {
	d := c.decl
	if size := k.hb.u.traitOf(k.c, d.Name(), traitPoolSize); size > 0 {
		k.warn(c.use, "omp-pool-size", "allocator %s has the whole heap of the device, not a pool of %d bytes", d.Name(), size).
			WithSection("5.2 §6.2").WithFix("leave omp_atk_pool_size out; count what is allocated where it must end")
	}
	if k.hb.u.traitOf(k.c, d.Name(), traitFallback) == fallbackAbort {
		k.warn(c.use, "omp-abort-fallback", "allocator %s gives a null pointer where the device has no more memory; it does not end the program", d.Name()).
			WithSection("5.2 §6.2").WithFix("use omp_atv_null_fb, and call abort() where the pointer is null")
	}
}

// unmappedPointer: the region dereferences a pointer to storage that the
// function allocated and no clause of the unit maps.
func (k *kernel) unmappedPointer(c *capture) {
	u, d := k.hb.u, c.decl
	s := u.suspects()
	use := dereference(k.c.Stmt, d)
	if call := u.passedOn(k.c.Stmt, isVariable(d), func(fd *cc.FunctionDefinition, p *cc.Declarator) bool { return u.dereferences(fd, p, 0) }); use == nil && call != nil {
		use = call
	}
	if use == nil || s.unified || c.implicit && s.mapped[varKey(d)] || d.IsParam() || isStaticStorage(d) || k.c.Func == nil {
		return
	}
	from := u.allocation(k.c.Func, d)
	if from == "" {
		return
	}
	what := "nothing maps what it points to"
	if !c.implicit {
		what = "only the pointer is mapped, not what it points to"
	}
	k.warn(use, "omp-unmapped-pointer", "%s is dereferenced on the device, but %s", d.Name(), what).
		WithSection("5.2 §5.8.6").WithFix("write map(tofrom: %s[0:n]) with its number of elements", d.Name()).
		WithNote(spanOf(u, d), "%s points to memory that %s", d.Name(), from)
}

// dereference is the first expression in s that reads or writes through d.
func dereference(s *cc.Statement, d *cc.Declarator) cc.Node {
	var found cc.Node
	walk(s, func(n cc.Node) bool {
		if found != nil {
			return false
		}
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if (x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionPSelect) && varOf(x.PostfixExpression) == d {
				found = x
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionDeref && varOf(x.CastExpression) == d {
				found = x
			}
		}
		return found == nil
	})
	return found
}

// allocation says where pointer d of function fd comes from, if every value it
// gets is fresh memory of the C library and it is given to no function that
// could map it; "" otherwise.
func (u *unit) allocation(fd *cc.FunctionDefinition, d *cc.Declarator) string {
	from, ok := "", true
	value := func(x cc.ExpressionNode) {
		name := calledName(stripCast(x))
		switch name {
		case "malloc", "calloc", "realloc", "aligned_alloc", "strdup":
			from = name + " gave"
		default:
			ok = false
		}
	}
	walk(fd, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == d && x.Initializer != nil {
				value(x.Initializer.AssignmentExpression)
			}
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond && varOf(x.UnaryExpression) == d {
				if x.Case != cc.AssignmentExpressionAssign {
					ok = false
				} else {
					value(x.AssignmentExpression)
				}
			} else if x.Case == cc.AssignmentExpressionAssign && varOf(stripCast(x.AssignmentExpression)) == d {
				ok = false // a copy that may be mapped
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof && varOf(x.CastExpression) == d {
				ok = false
			}
		case *cc.PostfixExpression:
			ok = ok && !u.givesAway(x, d)
		}
		return ok
	})
	if !ok {
		return ""
	}
	return from
}

// calledName is the name of the function that x calls, "" if it is no call.
func calledName(x cc.ExpressionNode) string {
	p, ok := x.(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionCall {
		return ""
	}
	if d := varOf(p.PostfixExpression); d != nil {
		return d.Name()
	}
	return ""
}

// harmless are functions of the C library that do not map their arguments.
var harmless = map[string]bool{
	"free": true, "memset": true, "memcpy": true, "memmove": true, "printf": true, "fprintf": true, "realloc": true,
	"strlen": true, "strcpy": true, "snprintf": true, "fwrite": true, "fread": true, "memcmp": true, "__ompcc_d": true,
	"qsort": true, "puts": true, "srand": true,
}

func (u *unit) givesAway(x *cc.PostfixExpression, d *cc.Declarator) bool {
	if x.Case != cc.PostfixExpressionCall || harmless[calledName(x)] {
		return false
	}
	if fd := u.called(x); fd != nil && !u.mayMap(fd, 0) && !u.keeps(fd) {
		return false
	}
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		if refersTo(a.AssignmentExpression, d) && pointee(a.AssignmentExpression.Type()) != nil {
			return true
		}
	}
	return false
}

// lostWrite: the region writes a scalar whose new value the host then reads.
func (k *kernel) lostWrite(c *capture, how string) {
	u, d := k.hb.u, c.decl
	if _, reduced := copies(k.c, d); reduced != nil {
		return // see reductionMaps
	}
	w, result := k.writeOf(d)
	if w == nil {
		if call := u.passedOn(k.c.Stmt, isAddress(d), func(fd *cc.FunctionDefinition, p *cc.Declarator) bool { return u.stores(fd, p, 0) }); call != nil {
			w = call
		}
	}
	if w == nil || k.c.Func == nil || !u.readAfter(k.c, d) {
		return
	}
	if result != nil {
		u.diags.Warnf(result.Span, "omp-lost-write", "the result of this clause stays on the device: %s %s in the target region", d.Name(), how).
			WithSection("5.2 §5.8.1").WithFix("write map(tofrom: %s) on the target construct", d.Name())
		return
	}
	k.warn(w, "omp-lost-write", "%s %s here: what the region writes to it stays on the device", d.Name(), how).
		WithSection("5.2 §5.8.1").WithFix("write map(tofrom: %s)", d.Name())
}

// lostReduction: a construct in the region reduces into a scalar that an explicit
// clause makes firstprivate, and the host reads it then.
func (k *kernel) lostReduction(c *capture) {
	u, d := k.hb.u, c.decl
	_, result := k.writeOf(d)
	if result == nil || k.c.Func == nil || !u.readAfter(k.c, d) {
		return
	}
	for _, cl := range k.c.All("firstprivate") {
		for _, it := range cl.Items {
			if it.Decl == d {
				u.diags.Warnf(result.Span, "omp-lost-write", "the result of this clause stays on the device: %s is firstprivate in the target region", d.Name()).
					WithSection("5.2 §5.4.4").WithNote(it.Span, "by this clause").WithFix("write map(tofrom: %s) on the target construct", d.Name())
			}
		}
	}
}

// writeOf is the first write of d in the region itself, not in a nested
// construct that has a copy of its own; with the list item of the clause whose result
// it is, if a clause writes d.
func (k *kernel) writeOf(d *cc.Declarator) (cc.Node, *pragma.Item) {
	var found cc.Node
	var result *pragma.Item
	u := k.hb.u
	walk(k.c.Stmt, func(n cc.Node) bool {
		if found != nil {
			return false
		}
		switch x := n.(type) {
		case *cc.IterationStatement:
			if c := u.tree.ByLoop[x]; c != nil {
				private, into := copies(c, d)
				if private {
					return false
				}
				if into != nil {
					found, result = x.Statement, into
				}
			}
			if dim, _ := u.dimension(x); isFor(x) && dim != nil && dim.v == d {
				return false // a counter
			}
		default:
			if w := parse.Written(n); w != nil && varOf(w) == d {
				found = n
			}
		}
		return found == nil
	})
	return found, result
}

// copies reports whether construct c gives d a copy of its own, or with which list
// item it brings a result into d.
func copies(c *pragma.Construct, d *cc.Declarator) (private bool, result *pragma.Item) {
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != d {
				continue
			}
			switch cl.Kind {
			case "private", "firstprivate", "linear":
				private = true
			case "reduction", "lastprivate", "induction":
				result = it
			}
		}
	}
	return private && result == nil, result
}

// readAfter reports whether the first thing that the function does with d
// behind construct c is to read it.
func (u *unit) readAfter(c *pragma.Construct, d *cc.Declarator) bool {
	first, read := -1, false
	note := func(n cc.Node, r bool) {
		if off := u.tree.Unit.Offset(n); off >= c.End && (first < 0 || off < first) {
			first, read = off, r
		}
	}
	written := map[cc.Node]bool{}
	walk(c.Func, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionAssign && varOf(x.UnaryExpression) == d {
				written[strip(x.UnaryExpression)] = true
				if refersTo(x.AssignmentExpression, d) {
					note(x.UnaryExpression, true)
				} else {
					note(x.UnaryExpression, false)
				}
			}
		case *cc.PrimaryExpression:
			if varOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !written[x] && u.tree.Unit.InPragma(x) == nil {
				note(x, true)
			}
		}
		return true
	})
	return first >= 0 && read
}

// unattachedMembers: the region goes through a pointer that is a member of a
// mapped structure, but no clause of the unit maps through that member.
func (k *kernel) unattachedMembers() {
	u := k.hb.u
	s := u.suspects()
	if s.unified {
		return
	}
	seen := map[string]bool{}
	walk(k.c.Stmt, func(n cc.Node) bool {
		m := memberBehind(n)
		if m == nil {
			return true
		}
		name := m.Token2.SrcStr()
		d := rootOf(m.PostfixExpression)
		if m.Case == cc.PostfixExpressionPSelect {
			d = varOf(m.PostfixExpression)
		}
		if d == nil || seen[name] || s.members[name] || k.byDecl[d] == nil {
			return true
		}
		c := k.byDecl[d]
		whole := c.kind == capMapped || c.kind == capPointer && !c.implicit && c.item.Kind == abi.ItemMap
		if !whole || c.item.Mapper != "" || d.IsParam() && c.implicit || memberWritten(k.c.Stmt, name) {
			return true
		}
		seen[name] = true
		text := u.source(m)
		k.warn(n, "omp-unattached-member", "%s is dereferenced on the device, but only the pointer is mapped, not what it points to", text).
			WithSection("5.2 §5.8.3").WithFix("add map(tofrom: %s[0:n]) with its number of elements: that attaches the pointer", text)
		return true
	})
}

// memberBehind is the pointer member that n dereferences.
func memberBehind(n cc.Node) *cc.PostfixExpression {
	var base cc.ExpressionNode
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionPSelect {
			base = x.PostfixExpression
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			base = x.CastExpression
		}
	}
	if isNilNode(base) {
		return nil
	}
	m, ok := strip(base).(*cc.PostfixExpression)
	if !ok || m.Case != cc.PostfixExpressionSelect && m.Case != cc.PostfixExpressionPSelect {
		return nil
	}
	if f := m.Field(); f == nil || f.Type().Kind() != cc.Ptr || f.Type().Undecay().Kind() == cc.Array {
		return nil
	}
	return m
}

// memberWritten reports whether the region itself sets member name.
func memberWritten(s *cc.Statement, name string) bool {
	found := false
	walk(s, func(n cc.Node) bool {
		if a, ok := n.(*cc.AssignmentExpression); ok && a.Case == cc.AssignmentExpressionAssign {
			if m, ok := strip(a.UnaryExpression).(*cc.PostfixExpression); ok &&
				(m.Case == cc.PostfixExpressionSelect || m.Case == cc.PostfixExpressionPSelect) && m.Token2.SrcStr() == name {
				found = true
			}
		}
		return !found
	})
	return found
}

// reductionMaps: a reduction whose result the map clause does not bring back.
func (k *kernel) reductionMaps() {
	for _, cl := range k.c.All("reduction") {
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			for _, m := range k.c.All("map") {
				for _, mi := range m.Items {
					if mi.Decl != it.Decl || k.hb.mapFlags(m, abi.KindTarget)&abi.FlagFrom != 0 {
						continue
					}
					k.hb.u.diags.Warnf(mi.Span, "omp-reduction-map", "the result of reduction(%s) is not copied back: %s is mapped without from", it.Text, mi.Text).
						WithSection("5.2 §5.8.1").WithFix("write map(tofrom: %s), or leave it out: a reduction variable is mapped tofrom", mi.Text).
						WithNote(it.Span, "the reduction is here")
				}
			}
		}
	}
}

// serialLoop: a loop on one thread of the device.
func (k *kernel) serialLoop() {
	if len(k.c.Leafs) > 1 || anyParallel(k.c.Children) {
		return
	}
	loop := heavyLoop(k.c.Stmt, k.hb.u)
	if loop == nil {
		return
	}
	k.warn(loop, "omp-serial-target", "this loop runs on one thread of the device").
		WithSection("5.2 §13.8").WithFix("write target teams distribute parallel for if its iterations are independent")
}

func anyParallel(list []*pragma.Construct) bool {
	for _, c := range list {
		for _, l := range c.Leafs {
			switch l {
			case "parallel", "teams", "loop", "simd", "metadirective":
				return true
			}
		}
		if anyParallel(c.Children) {
			return true
		}
	}
	return false
}

// heavyLoop is a loop at the region's top with at least constant many
// iterations that calls no function: small loops and loops of calls are left alone.
func heavyLoop(s *cc.Statement, u *unit) *cc.IterationStatement {
	const many = 256
	for _, x := range statements(s) {
		if x.Case != cc.StatementIteration || u.tree.ByLoop[x.IterationStatement] != nil {
			continue
		}
		v, bound := counted(x.IterationStatement, u)
		if v == nil {
			continue
		}
		if hi, ok := constInt(bound); ok && hi < many && hi > -many {
			continue
		}
		calls := false
		walk(x, func(n cc.Node) bool {
			if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
				calls = true
			}
			return !calls
		})
		if !calls && spreads(x.IterationStatement, v) {
			return x.IterationStatement
		}
	}
	return nil
}

// counted gives the variable that loop l counts and its bound, nil if it counts none:
// a while loop does so if its condition compares a variable that its body steps by one
// statement of its own.
func counted(l *cc.IterationStatement, u *unit) (v *cc.Declarator, bound cc.ExpressionNode) {
	if isFor(l) {
		if d, _ := u.dimension(l); d != nil {
			return d.v, d.bound
		}
		return nil, nil
	}
	if l.Case != cc.IterationStatementWhile && l.Case != cc.IterationStatementDo {
		return nil, nil
	}
	x, ok := strip(l.ExpressionList).(*cc.RelationalExpression)
	if !ok || varOf(x.RelationalExpression) == nil {
		return nil, nil
	}
	v = varOf(x.RelationalExpression)
	steps, changes := 0, 0
	walk(l.Statement, func(n cc.Node) bool {
		if w := parse.Written(n); w != nil && varOf(w) == v {
			changes++
		}
		return true
	})
	for _, s := range statements(l.Statement) {
		if w := parse.Written(onlyExpr(s)); w != nil && varOf(w) == v {
			steps++
		}
	}
	if steps != 1 || changes != 1 {
		return nil, nil
	}
	return v, x.ShiftExpression
}

// spreads reports whether each iteration writes elements of its own, as far as can
// be seen: every assignment in the body is to a variable of the body or to an
// element whose subscript has the loop's variable v. Only such a loop has anything
// to gain from more threads.
func spreads(loop *cc.IterationStatement, v *cc.Declarator) bool {
	own := map[*cc.Declarator]bool{}
	walk(loop.Statement, func(n cc.Node) bool {
		if d, ok := n.(*cc.Declarator); ok {
			own[d] = true
		}
		return true
	})
	elements, others := 0, 0
	walk(loop.Statement, func(n cc.Node) bool {
		target := parse.Written(n)
		if target == nil {
			return true
		}
		x, ok := strip(target).(*cc.PostfixExpression)
		switch {
		case own[varOf(target)] || varOf(target) == v:
		case ok && subscriptNames(x, v):
			elements++
		default:
			others++
		}
		return true
	})
	return elements > 0 && others == 0
}

// subscriptNames reports whether x is an element of which a subscript names v.
func subscriptNames(x *cc.PostfixExpression, v *cc.Declarator) bool {
	for ok := true; ok && x.Case == cc.PostfixExpressionIndex; x, ok = strip(x.PostfixExpression).(*cc.PostfixExpression) {
		if namesVariable(x.ExpressionList, v) {
			return true
		}
	}
	return false
}

func namesVariable(e cc.Node, v *cc.Declarator) bool {
	found := false
	walk(e, func(n cc.Node) bool {
		if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent && p.ResolvedTo() == cc.Node(v) {
			found = true
		}
		return !found
	})
	return found
}

// uninitialisedPrivate: the first use of a private scalar reads it.
func (k *kernel) uninitialisedPrivate() {
	k.privateReads(k.c)
	var nested func(list []*pragma.Construct)
	nested = func(list []*pragma.Construct) {
		for _, c := range list {
			k.privateReads(c)
			nested(c.Children)
		}
	}
	nested(k.c.Children)
}

func (k *kernel) privateReads(c *pragma.Construct) {
	if c.Stmt == nil {
		return
	}
	for _, cl := range c.All("private") {
		for _, it := range cl.Items {
			if it.Decl == nil || !isScalar(it.Decl) || contains(k.hb.u.loopVariables(c), it.Decl) {
				continue
			}
			if n := firstRead(k.hb.u, c, it.Decl); n != nil {
				k.warn(n, "omp-private-uninitialized", "%s is private here and has no value yet when it is read", it.Decl.Name()).
					WithSection("5.2 §5.4.3").WithFix("write firstprivate(%s) to start with the original's value", it.Decl.Name()).
					WithNote(it.Span, "it is private by this clause")
			}
		}
	}
}

// firstRead is the first use of d in c's statement if it reads d on every path.
func firstRead(u *unit, c *pragma.Construct, d *cc.Declarator) cc.Node {
	first, at := -1, cc.Node(nil)
	conditional := false
	target := map[cc.Node]bool{}
	note := func(n cc.Node, read, cond bool) {
		off := u.tree.Unit.Offset(n)
		if first < 0 || off < first {
			first, conditional = off, cond
			at = nil
			if read {
				at = n
			}
		}
	}
	var visit func(n cc.Node, cond bool)
	visit = func(n cc.Node, cond bool) {
		walk(n, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.IterationStatement:
				if inner := u.tree.ByLoop[x]; inner != nil {
					if p, _ := copies(inner, d); p {
						return false
					}
				}
				if dim, _ := u.dimension(x); isFor(x) && dim != nil && dim.v == d {
					note(x, false, cond)
				}
			case *cc.SelectionStatement:
				visit(x.ExpressionList, cond)
				visit(x.Statement, true)
				visit(x.Statement2, true)
				return false
			case *cc.AssignmentExpression:
				if x.Case == cc.AssignmentExpressionAssign && varOf(x.UnaryExpression) == d {
					target[strip(x.UnaryExpression)] = true
					note(x.UnaryExpression, refersTo(x.AssignmentExpression, d), cond)
				}
			case *cc.UnaryExpression:
				if x.Case == cc.UnaryExpressionAddrof && varOf(x.CastExpression) == d {
					note(x, false, cond)
					return false
				}
				if x.Case == cc.UnaryExpressionSizeofExpr {
					return false
				}
			case *cc.PrimaryExpression:
				if varOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !target[x] && u.tree.Unit.InPragma(x) == nil {
					note(x, true, cond)
				}
			}
			return true
		})
	}
	visit(c.Stmt, false)
	if conditional {
		return nil
	}
	return at
}

// hostFunctionPointer: the region calls through a pointer that the host set,
// and no function of the unit may be called that way (5.2 §7.8.2).
func (k *kernel) hostFunctionPointer(c *capture) {
	u := k.hb.u
	for _, e := range u.dt {
		if e.indirect {
			return
		}
	}
	var call cc.Node
	walk(k.c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionCall || call != nil {
			return call == nil
		}
		f := strip(x.PostfixExpression)
		if d, ok := f.(*cc.UnaryExpression); ok && d.Case == cc.UnaryExpressionDeref {
			f = d.CastExpression
		}
		if varOf(f) == c.decl || isAggregate(objectType(c.decl)) && partOf(f, c.decl) {
			call = x
		}
		return true
	})
	if call == nil {
		return
	}
	if writes(k.c.Stmt, c.decl) {
		return // the region sets it, perhaps to a function of the device
	}
	k.warn(call, "omp-host-function-pointer", "%s holds the address of a host function, which the device cannot call", c.decl.Name()).
		WithSection("5.2 §7.8.2").WithFix("write '#pragma omp declare target enter(f) indirect' for the functions it may point to")
}

// startsWithFunctions reports whether the initialiser of local variable d names
// functions, whose addresses are the host's.
func (k *kernel) startsWithFunctions(d *cc.Declarator) bool {
	found := false
	walk(k.c.Func, func(n cc.Node) bool {
		x, ok := n.(*cc.InitDeclarator)
		if ok && x.Declarator == d && x.Initializer != nil {
			walk(x.Initializer, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok {
					f := varOf(p)
					found = found || f != nil && isFunction(f)
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// partOf reports whether n is an element or a member of variable d itself.
func partOf(n cc.ExpressionNode, d *cc.Declarator) bool {
	for {
		x, ok := strip(n).(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionIndex && x.Case != cc.PostfixExpressionSelect {
			return varOf(n) == d
		}
		n = x.PostfixExpression
	}
}

// writes reports whether s assigns to d or a part of it.
func writes(s *cc.Statement, d *cc.Declarator) bool {
	found := false
	walk(s, func(n cc.Node) bool {
		if target := parse.Written(n); target != nil && partOf(target, d) {
			found = true
		}
		return !found
	})
	return found
}

// partialFrom: map(from: a) copies all of a back, but the region sets only some
// elements: the others come back with indeterminate values.
func (k *kernel) partialFrom() {
	for _, cl := range k.c.All("map") {
		flags := k.hb.mapFlags(cl, abi.KindTarget)
		if flags&(abi.FlagTo|abi.FlagFrom) != abi.FlagFrom {
			continue
		}
		for _, it := range cl.Items {
			if n := constLength(it); n > 1 && it.Decl != nil {
				k.partlyWritten(it, n)
			}
			if it.Decl != nil && len(it.Sections) == 0 && varOf(it.Node) == it.Decl {
				k.partlySet(it)
			}
		}
	}
}

// constLength is the number of elements of an array item with one dimension, 0
// if it is not constant.
func constLength(it *pragma.Item) int64 {
	switch {
	case len(it.Sections) == 1 && it.Sections[0].Length != nil:
		v, _ := constInt(it.Sections[0].Length.Node)
		return v
	case len(it.Sections) == 0 && it.Decl != nil && varOf(it.Node) == it.Decl:
		if a, ok := objectType(it.Decl).(*cc.ArrayType); ok && a.Elem().Undecay().Kind() != cc.Array {
			return a.Len()
		}
	}
	return 0
}

// constantLoop gives the values of a loop's variable if its bounds and step are
// constant, they are not many, and its body does not change the variable.
func (k *kernel) constantLoop(l *cc.IterationStatement) (*cc.Declarator, []int64) {
	const many = 1 << 16
	if !isFor(l) {
		return nil, nil
	}
	dim, _ := k.hb.u.dimension(l)
	if dim == nil || dim.v == nil || writes(l.Statement, dim.v) {
		return nil, nil
	}
	lo, ok1 := constInt(dim.init)
	hi, ok2 := constInt(dim.bound)
	if !ok1 || !ok2 || dim.step != nil || dim.down || dim.rel != "<" && dim.rel != "<=" || hi-lo > many {
		return nil, nil
	}
	if dim.rel == "<=" {
		hi++
	}
	var values []int64
	for v := lo; v < hi; v++ {
		values = append(values, v)
	}
	return dim.v, values
}

func (k *kernel) partlyWritten(it *pragma.Item, n int64) {
	d, known := it.Decl, true
	written := map[int64]bool{}
	subscript := map[cc.Node]bool{}
	counts := map[*cc.Declarator][]int64{}
	walk(k.c.Stmt, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.IterationStatement:
			if v, values := k.constantLoop(x); v != nil {
				counts[v] = append(counts[v], values...)
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionIndex && varOf(x.PostfixExpression) == d {
				subscript[strip(x.PostfixExpression)] = true
			}
		case *cc.AssignmentExpression:
			if e, ok := strip(x.UnaryExpression).(*cc.PostfixExpression); ok && x.Case != cc.AssignmentExpressionCond &&
				e.Case == cc.PostfixExpressionIndex && varOf(e.PostfixExpression) == d {
				if values := counts[varOf(e.ExpressionList)]; len(values) > 0 {
					for _, v := range values {
						written[v] = true
					}
					break
				}
				v, isConst := constInt(e.ExpressionList)
				known = known && isConst
				written[v] = true
			}
		case *cc.PrimaryExpression:
			// Any other use of the name may write any element.
			if varOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !subscript[x] && k.hb.u.tree.Unit.InPragma(x) == nil {
				known = false
			}
		}
		return known
	})
	if !known || len(written) == 0 || int64(len(written)) >= n {
		return
	}
	k.hb.u.diags.Warnf(it.Span, "omp-partial-from", "the region sets %d of the %d elements of %s: map(from:) brings the others back with indeterminate values", len(written), n, it.Text).
		WithSection("5.2 §5.8.3").WithFix("write map(tofrom: %s), or map only the elements that are set", it.Text)
}

// partlySet: map(from: s) copies all of structure s back, but the region sets only
// some members, and the host then reads another one.
func (k *kernel) partlySet(it *pragma.Item) {
	d := it.Decl
	st, ok := objectType(d).(*cc.StructType)
	if !ok || k.c.Func == nil || !automaticOrStatic(d) {
		return
	}
	set := k.setMembers(d)
	if len(set) == 0 || len(set) >= st.NumFields() {
		return
	}
	read := k.hb.u.memberReadAfter(k.c, d, set)
	if read == nil {
		return
	}
	k.hb.u.diags.Warnf(it.Span, "omp-partial-from", "the region does not set %s.%s: map(from:) brings it back with an indeterminate value", d.Name(), read.Token2.SrcStr()).
		WithSection("5.2 §5.8.3").WithFix("write map(tofrom: %s), or map only the members that are set", it.Text).
		WithNote(spanOf(k.hb.u, read), "it is read here")
}

func automaticOrStatic(d *cc.Declarator) bool { return !d.IsTypename() && !isFunction(d) }

// setMembers are the members of structure d that the region sets, nil if it uses d in
// any way that may set others.
func (k *kernel) setMembers(d *cc.Declarator) map[string]bool {
	set, known := map[string]bool{}, true
	member := map[cc.Node]bool{}
	walk(k.c.Stmt, func(n cc.Node) bool {
		if target := parse.Written(n); target != nil && partOf(target, d) {
			if name := outerMember(target, d); name != "" {
				set[name] = true
			} else {
				known = false
			}
		}
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof && partOf(x.CastExpression, d) {
				known = false
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionSelect && varOf(x.PostfixExpression) == d {
				member[strip(x.PostfixExpression)] = true
				known = known && (x.Field() == nil || x.Type().Undecay().Kind() != cc.Array) // it may be given to a function
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && varOf(x) == d && !member[x] && k.hb.u.tree.Unit.InPragma(x) == nil {
				known = false
			}
		}
		return known
	})
	if !known {
		return nil
	}
	return set
}

// outerMember is the name of the member of variable d that x is or is a part of.
func outerMember(x cc.ExpressionNode, d *cc.Declarator) string {
	p, ok := strip(x).(*cc.PostfixExpression)
	for ok && varOf(p.PostfixExpression) != d {
		p, ok = strip(p.PostfixExpression).(*cc.PostfixExpression)
	}
	if !ok || p.Case != cc.PostfixExpressionSelect {
		return ""
	}
	return p.Token2.SrcStr()
}

// memberReadAfter is the first use of a member of d behind construct c if it reads one
// that is not in set.
func (u *unit) memberReadAfter(c *pragma.Construct, d *cc.Declarator, set map[string]bool) (read *cc.PostfixExpression) {
	first := -1
	written := map[cc.Node]bool{}
	walk(c.Func, func(n cc.Node) bool {
		if target := parse.Written(n); target != nil {
			written[strip(target)] = true
		}
		off := 0
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionSelect && varOf(x.PostfixExpression) == d {
				if off = u.tree.Unit.Offset(x); off < c.End {
					return false
				}
				if set[x.Token2.SrcStr()] && !written[x] {
					return false // a member that has its value
				}
				if first < 0 || off < first {
					first, read = off, x
					if written[x] {
						read = nil
					}
				}
				return false
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && varOf(x) == d && u.tree.Unit.InPragma(x) == nil {
				if off = u.tree.Unit.Offset(x); off >= c.End && (first < 0 || off < first) {
					first, read = off, nil // all of it is used, or set
				}
			}
		}
		return true
	})
	return read
}

// unmappedMembers: the region uses a member of a structure of which the construct
// maps other members alone, and nothing else in the unit maps the structure (5.2
// §5.8.3: the storage of the other members is not there).
func (k *kernel) unmappedMembers() {
	for _, o := range k.hb.objects {
		if o.decl == nil || o.base != "" || !isAggregate(objectType(o.decl)) || isArray(objectType(o.decl)) || k.hb.u.suspects().unified || k.mappedElsewhere(o.decl) {
			continue
		}
		var paths []string
		for _, p := range append(append([]*part(nil), o.parts...), o.pointers...) { // a section's base pointer is mapped with it
			path, _, _ := strings.Cut(p.loc.item.Text, "[")
			paths = append(paths, strings.ReplaceAll(path, " ", ""))
		}
		k.unmappedMembersOf(o.decl, paths)
	}
}

func (k *kernel) unmappedMembersOf(d *cc.Declarator, paths []string) {
	seen := map[string]bool{}
	walk(k.c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionSelect {
			return true
		}
		path := memberPath(x, d)
		if path == "" || seen[path] {
			return true
		}
		seen[path] = true
		for _, p := range paths {
			if path == p || strings.HasPrefix(path, p+".") || !strings.Contains(p, ".") {
				return false
			}
		}
		k.warn(x, "omp-unmapped-member", "%s is used in the region, but only other members of %s are mapped", path, d.Name()).
			WithSection("5.2 §5.8.3").WithFix("write map(tofrom: %s)", path)
		return false
	})
}

// memberPath is "d.a.b" for a member of variable d, "" for anything else.
func memberPath(x *cc.PostfixExpression, d *cc.Declarator) string {
	name := "." + x.Token2.SrcStr()
	if varOf(x.PostfixExpression) == d {
		return d.Name() + name
	}
	if in, ok := strip(x.PostfixExpression).(*cc.PostfixExpression); ok && in.Case == cc.PostfixExpressionSelect {
		if p := memberPath(in, d); p != "" {
			return p + name
		}
	}
	return ""
}

// mappedElsewhere reports whether another construct of the unit maps d or a part.
func (k *kernel) mappedElsewhere(d *cc.Declarator) bool {
	for _, c := range k.hb.u.tree.All {
		if c == nil || c.Directive == k.c.Directive {
			continue
		}
		for _, cl := range c.Clauses {
			if cl.Kind != "map" && cl.Kind != "enter" && cl.Kind != "link" {
				continue
			}
			for _, it := range cl.Items {
				if it.Decl == d && (c.Kind == "declare target" || strings.HasPrefix(string(c.Kind), "target")) {
					return true
				}
			}
		}
	}
	return false
}
