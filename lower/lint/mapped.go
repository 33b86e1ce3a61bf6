// Warnings about a target construct: the list of all checks, and the checks of its map clauses and of lost results.

package lint

import (
	"fmt"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// The warnings are about legal programs that are almost certainly wrong. Each warning states the effect and the
// fix. In doubt a check reports nothing.

// named holds the variables and members that clauses anywhere in the unit name.
type named struct {
	// mapped holds the variables that a clause of the unit maps or that are base pointers of list items.
	// members holds the names of structure members in list items.
	mapped  map[ctree.Symbol]bool
	members map[string]bool
	// pointed holds the variables for which a clause names more than the variable itself: the storage that it
	// points to, or a device address.
	pointed map[ctree.Symbol]bool
}

func (u *Unit) names() *named {
	if u.named != nil {
		return u.named
	}
	s := &named{mapped: map[ctree.Symbol]bool{}, members: map[string]bool{}, pointed: map[ctree.Symbol]bool{}}
	for _, c := range u.Tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			if !cl.Kind.Is(spec.Moves | spec.DeviceAddress) {
				continue
			}
			for _, it := range cl.Items {
				s.note(it)
				if it.Decl != nil && (!it.IsVar() || !cl.Kind.Is(spec.Moves)) {
					s.pointed[symbol(it.Decl)] = true
				}
			}
		}
	}
	u.named = s
	return s
}

func (s *named) note(it *tree.Item) {
	if it.Decl != nil {
		s.mapped[symbol(it.Decl)] = true
	}
	ctree.Walk(it.Node, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok &&
			(x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) {
			s.members[x.Token2.SrcStr()] = true
		}
		return true
	})
}

// warnings runs all checks on one target construct, after lowering has determined its captures.
func (k *target) warnings() {
	for _, c := range k.Captures {
		switch {
		case c.Access == Pointer && c.Implicit && ctree.Pointee(ctree.ObjectType(c.Decl)).Kind() == cc.Function:
			k.hostFunctionPointer(c)
		case ctree.IsAggregate(ctree.ObjectType(c.Decl)) &&
			(ctree.IsAutomatic(c.Decl) || c.Access == Mapped && !c.Implicit) && !k.u.DeclareTarget(c.Decl) &&
			k.holdsFunctions(c.Decl):
			k.hostFunctionPointer(c)
		case c.Access == Pointer && c.Implicit:
			k.unmappedPointer(c)
		case c.Access == Mapped && !c.Implicit && ctree.ObjectType(c.Decl).Kind() == cc.Ptr &&
			!k.u.names().pointed[symbol(c.Decl)]:
			k.unmappedPointer(c)
		case c.Access == Value && !c.Implicit && ctree.ObjectType(c.Decl).Kind() == cc.Ptr:
			k.unmappedPointer(c)
		case (c.Access == Value || c.Access == Shared) && !c.Implicit && isScalar(c.Decl):
			k.lostReduction(c)
		case (c.Access == Value || c.Access == Shared && isScalar(c.Decl)) && c.Implicit:
			k.lostWrite(c, "is firstprivate")
		case c.Access == Mapped && c.HasItem && isScalar(c.Decl):
			k.lostMapped(c)
		}
	}
	k.unattachedMembers()
	k.unattachedInCalls()
	k.unattachedLists()
	k.unmappedMembers()
	k.partialFrom()
	k.reductionMaps()
	k.serialLoop()
	k.arrays()
	k.unsetVariables()
	k.setSometimes()
	k.shortSections()
	k.lostMembers()
}

func isScalar(d *cc.Declarator) bool {
	t := ctree.ObjectType(d)
	return !ctree.IsAggregate(t) && t.Kind() != cc.Ptr
}

func (k *target) warn(n cc.Node, code diag.Code, format string, args ...any) *diag.Diagnostic {
	u := k.u
	return u.Diags.Warnf(u.Tree.Unit.NodeSpan(n), code, format, args...)
}

// unmappedPointer warns if the region dereferences a pointer to storage that the function allocated and that no
// clause of the unit maps.
func (k *target) unmappedPointer(c *Capture) {
	u, d := k.u, c.Decl
	s := u.names()
	use := dereference(k.c.Stmt, d)
	if call := u.passedOn(k.c.Stmt, isVariable(d), func(fd *cc.FunctionDefinition, p *cc.Declarator) bool { return u.dereferences(fd, p, 0) }); use == nil && call != nil {
		use = call
	}
	if use == nil || u.UnifiedMemory() || ctree.Assigns(k.c.Stmt, d) ||
		(c.Implicit || c.Access == Value) && s.mapped[symbol(d)] || d.IsParam() ||
		ctree.IsStaticStorage(d) && !d.IsStatic() || k.c.Func == nil {
		return
	}
	from := u.allocation(k.c.Func, d)
	if from == "" {
		from = u.hostObject(k.c.Func, d)
	}
	if from == "" {
		return
	}
	what := "the memory that it points to is not mapped"
	if c.Access == Mapped {
		what = "only the pointer is mapped, not the memory that it points to"
	}
	e := k.warn(use, diag.OmpUnmappedPointer, "'%s' is dereferenced on the device, but %s", d.Name(), what).
		WithSection("5.2 §5.8.6").WithNote(u.Tree.Unit.NodeSpan(d), "'%s' points to memory that %s", d.Name(), from)
	if count := u.elements(k.c.Func, d); count != "" {
		k.helpMap(e, d, "tofrom", d.Name()+"[0:"+count+"]")
	} else {
		e.WithFix("write map(tofrom: %s[0:…]) with the number of elements", d.Name())
	}
}

// dereference returns the first expression in s that accesses storage through d.
func dereference(s *cc.Statement, d *cc.Declarator) cc.Node {
	var found cc.Node
	ctree.Walk(s, func(n cc.Node) bool {
		if found != nil {
			return false
		}
		switch x := n.(type) {
		case *cc.InitDeclarator: // a local pointer of the region to the same storage
			if x.Initializer != nil && x.Initializer.AssignmentExpression != nil &&
				x.Declarator.Type().Kind() == cc.Ptr && ctree.PointerIn(x.Initializer.AssignmentExpression) == d {
				found = dereference(s, x.Declarator)
			}
		case *cc.PostfixExpression:
			if (x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionPSelect) &&
				ctree.PointerIn(x.PostfixExpression) == d {
				found = x
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionDeref && ctree.PointerIn(x.CastExpression) == d {
				found = x
			}
		}
		return found == nil
	})
	return found
}

// allocation describes the allocation that pointer d of function fd points to. It returns "" unless every value
// of d is new memory from the C library and no function that could map it receives d.
func (u *Unit) allocation(fd *cc.FunctionDefinition, d *cc.Declarator) string {
	if d.IsStatic() && ctree.IsStaticStorage(d) {
		return u.allocationAnywhere(d)
	}
	from, ok := u.allocationIn(fd, d)
	if !ok {
		return ""
	}
	return from
}

// allocationAnywhere is allocation for a static variable, which any function of the unit may set.
func (u *Unit) allocationAnywhere(d *cc.Declarator) string {
	from := ""
	for tu := u.Tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		f, ok := u.allocationIn(e.FunctionDefinition, d)
		if !ok {
			return ""
		}
		if f != "" {
			from = f
		}
	}
	if d.HasInitializer() {
		return ""
	}
	return from
}

// allocationIn describes the allocation that function fd assigns to pointer d, "" if fd does not set d. It returns
// ok false if d may point to other memory, or if fd may map the memory.
func (u *Unit) allocationIn(fd *cc.FunctionDefinition, d *cc.Declarator) (from string, ok bool) {
	ok = true
	value := func(x cc.ExpressionNode) {
		switch name := calledName(ctree.StripCast(x)); {
		case allocates[name]:
			from = name + " gave"
		case u.givesFresh(ctree.StripCast(x)):
			from = name + " allocates"
		default:
			ok = false
		}
	}
	ctree.Walk(fd, func(n cc.Node) bool {
		if v, given := ctree.Given(n, d); given {
			value(v)
		}
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if ctree.VarOf(x.UnaryExpression) == d && x.Case != cc.AssignmentExpressionCond {
				ok = ok && x.Case == cc.AssignmentExpressionAssign
			} else if x.Case == cc.AssignmentExpressionAssign &&
				ctree.VarOf(ctree.StripCast(x.AssignmentExpression)) == d {
				ok = false // a clause may map the copy
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionAddrof && ctree.VarOf(x.CastExpression) == d {
				ok = false
			}
		case *cc.PostfixExpression:
			if a := x.ArgumentExpressionList; a != nil && calledName(x) == "posix_memalign" &&
				givenVariable(a.AssignmentExpression) == d {
				from = "posix_memalign gave"
				return false
			}
			ok = ok && !u.givesAway(x, d)
		}
		return ok
	})
	return from, ok
}

// allocates holds the functions of the C library that return new memory.
var allocates = map[string]bool{"malloc": true, "calloc": true, "realloc": true, "aligned_alloc": true, "strdup": true,
	"memalign": true, "valloc": true}

// givesFresh reports whether x calls a function of the unit that maps nothing and returns memory that it has
// allocated.
func (u *Unit) givesFresh(x cc.ExpressionNode) bool {
	call, ok := x.(*cc.PostfixExpression)
	if !ok {
		return false
	}
	fd := u.called(call)
	if fd == nil || u.mayMap(fd, 0) {
		return false
	}
	fresh, returns := true, 0
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		j, ok := n.(*cc.JumpStatement)
		if !ok || j.Case != cc.JumpStatementReturn {
			return true
		}
		returns++
		if ctree.IsNil(j.ExpressionList) {
			fresh = false
			return false
		}
		v := ctree.StripCast(j.ExpressionList)
		if d := ctree.VarOf(v); d != nil && !d.IsParam() && !ctree.IsStaticStorage(d) {
			fresh = fresh && u.allocation(fd, d) != ""
		} else {
			fresh = fresh && allocates[calledName(v)]
		}
		return fresh
	})
	return fresh && returns > 0
}

// calledName returns the name of the function that x calls, "" if x is not a call.
func calledName(x cc.ExpressionNode) string {
	p, ok := x.(*cc.PostfixExpression)
	if !ok || p.Case != cc.PostfixExpressionCall {
		return ""
	}
	if d := ctree.VarOf(p.PostfixExpression); d != nil {
		return d.Name()
	}
	return ""
}

// harmless holds the library functions that do not map their arguments.
var harmless = map[string]bool{
	"free": true, "memset": true, "memcpy": true, "memmove": true, "printf": true, "fprintf": true, "realloc": true,
	"strlen": true, "strcpy": true, "snprintf": true, "fwrite": true, "fread": true, "memcmp": true, "__ompcc_d": true,
	"qsort": true, "puts": true, "srand": true, "exit": true, "abort": true, "perror": true, "fscanf": true,
	"sscanf": true, "scanf": true,
	"malloc": true, "calloc": true, "rand": true, "omp_target_free": true, "omp_target_memcpy": true,
}

func (u *Unit) givesAway(x *cc.PostfixExpression, d *cc.Declarator) bool {
	if x.Case != cc.PostfixExpressionCall || harmless[calledName(x)] {
		return false
	}
	if fd := u.called(x); fd != nil && !u.mayMap(fd, 0) && !u.keeps(fd) {
		return false
	}
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		if ctree.Mentions(a.AssignmentExpression, d) && ctree.Pointee(a.AssignmentExpression.Type()) != nil {
			return true
		}
	}
	return false
}

// lostWrite warns if the region writes a scalar and the host then reads the scalar without receiving the new value.
func (k *target) lostWrite(c *Capture, how string) {
	u, d := k.u, c.Decl
	if _, reduced := copies(k.c, d); reduced != nil {
		return // see reductionMaps
	}
	w, result := k.writeOf(d)
	if w == nil {
		if call := u.passedOn(k.c.Stmt, isAddress(d), func(fd *cc.FunctionDefinition, p *cc.Declarator) bool { return u.stores(fd, p, 0) }); call != nil {
			w = call
		}
	}
	if w == nil || k.c.Func == nil || c.Implicit && saysFirstprivate(k.c) || !u.readAfter(k.c, d) {
		return
	}
	if result != nil {
		u.Diags.Warnf(result.Span, diag.OmpLostWrite, "the result of this clause is lost: '%s' %s in the target region",
			d.Name(), how).
			WithSection("5.2 §5.8.1").WithFix("write map(tofrom: %s) on the target construct", d.Name())
		return
	}
	section := "5.2 §5.8.1"
	if c.Access == Mapped {
		section = "5.2 §5.8.3"
	}
	e := k.warn(w, diag.OmpLostWrite, "'%s' %s here: the region's writes to it are lost", d.Name(), how).
		WithSection(section)
	if before := k.transfersOf(d).before; before != nil && c.Access == Mapped {
		e.WithFix("write '#pragma omp target update from(%s)' before it is read, or map(always, tofrom: %s)", d.Name(),
			d.Name()).
			WithNote(diag.Span{Pos: before.Pos(), Len: len(before.Kind.String())}, "it is mapped by this construct")
		return
	}
	k.helpMap(e, d, "tofrom", d.Name())
	if c.Implicit {
		e.Fix += fmt.Sprintf(", or firstprivate(%s) if only the region uses the new value", d.Name())
	}
}

// lostMapped warns if the region writes a mapped scalar, but neither the construct nor anything else in the unit
// copies it back. Either the construct maps it to the device only, or it is already on the device, and then the
// end of the construct copies nothing (5.2 §5.8.3).
func (k *target) lostMapped(c *Capture) {
	back := c.Flags&abi.FlagFrom != 0
	t := k.transfersOf(c.Decl)
	switch {
	case back && (c.Flags&abi.FlagAlways != 0 || t.before == nil || k.conditional(t.before)),
		k.otherReturns(c.Decl, t.before):
	case back:
		k.lostWrite(c, "is already mapped")
	case !c.Implicit && c.Flags&abi.FlagTo != 0:
		k.lostWrite(c, "is copied to the device only")
	}
}

// conditional reports whether construct before may not map for this region, because either construct has an if or
// device clause.
func (k *target) conditional(before *tree.Construct) bool {
	for _, c := range []*tree.Construct{before, k.c} {
		if c.Clause(spec.IfClause) != nil || c.Clause(spec.DeviceClause) != nil {
			return true
		}
	}
	return false
}

// otherReturns reports whether another construct of the unit may copy d to the host. It excludes target constructs
// inside a target data construct before that already maps d.
func (k *target) otherReturns(d *cc.Declarator, before *tree.Construct) bool {
	for _, c := range k.u.Tree.All {
		if c == nil || c.Directive == k.c.Directive {
			continue
		}
		for _, cl := range c.Clauses {
			for _, it := range cl.Items {
				if it.Decl == nil || symbol(it.Decl) != symbol(d) {
					continue
				}
				switch {
				case cl.Kind == spec.ToClause && c.Kind == spec.TargetUpdate:
				case cl.Kind.Is(spec.DeviceAddress),
					tree.OneOf(cl.Kind, spec.FromClause, spec.EnterClause, spec.LinkClause, spec.ToClause):
					return true
				case cl.Kind == spec.MapClause:
					during := before != nil && before.Kind == spec.TargetData && c.Has(spec.Target) &&
						c.Start > before.Start && c.End <= before.End
					flags := k.MapFlags(cl)
					if flags&abi.FlagFrom != 0 && (!during || flags&abi.FlagAlways != 0) {
						return true
					}
				}
			}
		}
	}
	return false
}

// lostReduction warns if a construct in the region reduces into a scalar that an explicit clause makes
// firstprivate, and the host then reads the scalar.
func (k *target) lostReduction(c *Capture) {
	u, d := k.u, c.Decl
	_, result := k.writeOf(d)
	if result == nil || k.c.Func == nil || !u.readAfter(k.c, d) {
		return
	}
	for _, cl := range k.c.All(spec.FirstprivateClause) {
		for _, it := range cl.Items {
			if it.Decl == d {
				u.Diags.Warnf(result.Span, diag.OmpLostWrite,
					"the result of this clause is lost: '%s' is firstprivate in the target region", d.Name()).
					WithSection("5.2 §5.4.4").WithNote(it.Span, "by this clause").
					WithFix("write map(tofrom: %s) on the target construct", d.Name())
			}
		}
	}
}

// writeOf returns the first write of d in the region itself, outside of nested constructs that privatise d. If a
// clause writes d, it also returns that list item of the clause.
func (k *target) writeOf(d *cc.Declarator) (cc.Node, *tree.Item) {
	var found cc.Node
	var result *tree.Item
	u := k.u
	u.walkOnDevice(k.c.Stmt, func(n cc.Node) bool {
		if found != nil {
			return false
		}
		switch x := n.(type) {
		case *cc.IterationStatement:
			if c := u.Tree.ByLoop[x]; c != nil {
				private, into := copies(c, d)
				if private {
					return false
				}
				if into != nil {
					found, result = x.Statement, into
				}
			}
			if dim := canonical(x); dim != nil && dim.Var == d {
				return false // a loop counter
			}
		default:
			if w := ctree.Written(n); w != nil && ctree.VarOf(w) == d {
				found = n
			}
		}
		return found == nil
	})
	return found, result
}

// walkOnDevice visits the nodes of s that the device executes. It skips reverse-offload regions: the host executes
// them, and they write the host's variables.
func (u *Unit) walkOnDevice(s cc.Node, visit func(cc.Node) bool) {
	ctree.Walk(s, func(n cc.Node) bool {
		if x, ok := n.(*cc.IterationStatement); ok && u.Tree.ByLoop[x] != nil && u.Tree.ByLoop[x].RunsOnAncestor() {
			return false
		}
		return visit(n)
	})
}

// copies reports whether construct c privatises d without a result, or returns the list item whose result c stores
// in d.
func copies(c *tree.Construct, d *cc.Declarator) (private bool, result *tree.Item) {
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			if it.Decl != d {
				continue
			}
			switch cl.Kind {
			case spec.PrivateClause, spec.FirstprivateClause, spec.LinearClause:
				private = true
			case spec.ReductionClause, spec.LastprivateClause, spec.InductionClause:
				result = it
			}
		}
	}
	return private && result == nil, result
}

// readAfter reports whether the function's first access of d after construct c is a read.
func (u *Unit) readAfter(c *tree.Construct, d *cc.Declarator) bool {
	first, read := -1, false
	note := func(n cc.Node, r bool) {
		if off := u.Tree.Unit.Offset(n); off >= c.End && (first < 0 || off < first) {
			first, read = off, r
		}
	}
	written := map[cc.Node]bool{}
	ctree.Walk(c.Func, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionAssign && ctree.VarOf(x.UnaryExpression) == d {
				written[ctree.Strip(x.UnaryExpression)] = true
				if ctree.Mentions(x.AssignmentExpression, d) {
					note(x.UnaryExpression, true)
				} else {
					note(x.UnaryExpression, false)
				}
			}
		case *cc.PrimaryExpression:
			if ctree.VarOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !written[x] &&
				u.Tree.Unit.InPragma(x) == nil {
				note(x, true)
			}
		}
		return true
	})
	return first >= 0 && read
}

// reductionMaps warns about a reduction whose result the map clause does not copy back.
func (k *target) reductionMaps() {
	for _, cl := range k.c.All(spec.ReductionClause) {
		for _, it := range cl.Items {
			if it.Decl == nil {
				continue
			}
			for _, m := range k.c.All(spec.MapClause) {
				for _, mi := range m.Items {
					if mi.Decl != it.Decl {
						continue
					}
					if k.MapFlags(m)&abi.FlagFrom != 0 {
						k.reductionStart(it, mi)
						continue
					}
					k.u.Diags.Warnf(mi.Span, diag.OmpReductionMap,
						"the result of reduction(%s) is not copied back: '%s' is mapped without 'from'", it.Text,
						mi.Text).
						WithSection("5.2 §5.8.1").
						WithFix("write map(tofrom: %s), or remove the map clause: reduction variables are implicitly mapped tofrom", mi.Text).
						WithNote(it.Span, "the reduction is here")
				}
			}
		}
	}
}

// reductionStart warns if a reduction combines with an indeterminate value on the device. A reduction uses the
// original value of its list item (5.2 §5.5.5), and map(from:) does not copy that value to the device.
func (k *target) reductionStart(it, mapped *tree.Item) {
	if ctree.IsStaticStorage(it.Decl) || it.Decl.IsParam() && ctree.ObjectType(it.Decl).Kind() == cc.Ptr ||
		ctree.ObjectType(it.Decl).Kind() == cc.Ptr {
		return
	}
	if how, _ := k.comesWithout(it.Decl); how != "" {
		k.u.Diags.Warnf(mapped.Span, diag.OmpReductionMap,
			"reduction(%s) combines with the device's value of '%s', which is indeterminate: %s", it.Text, mapped.Text,
			how).
			WithSection("5.2 §5.5.5").
			WithFix("write map(tofrom: %s), or remove the map clause: reduction variables are implicitly mapped tofrom", mapped.Text).
			WithNote(it.Span, "the reduction is here")
	}
}

// partOf reports whether n is variable d or an element or member of it, without following pointers.
func partOf(n cc.ExpressionNode, d *cc.Declarator) bool {
	for {
		x, ok := ctree.Strip(n).(*cc.PostfixExpression)
		if !ok || x.Case != cc.PostfixExpressionIndex && x.Case != cc.PostfixExpressionSelect {
			return ctree.VarOf(n) == d
		}
		if v := ctree.VarOf(x.PostfixExpression); x.Case == cc.PostfixExpressionIndex &&
			(v == nil && !ctree.IsArray(x.PostfixExpression.Type().Undecay()) ||
				v != nil && !ctree.IsArray(ctree.ObjectType(v))) {
			return false
		}
		n = x.PostfixExpression
	}
}

// writes reports whether s assigns to d or to a part of it.
func writes(s *cc.Statement, d *cc.Declarator) bool {
	found := false
	ctree.Walk(s, func(n cc.Node) bool {
		if target := ctree.Written(n); target != nil && partOf(target, d) {
			found = true
		}
		return !found
	})
	return found
}

// saysFirstprivate reports whether a defaultmap clause of c makes scalars firstprivate explicitly. This is the
// default too, so the program means to discard their values.
func saysFirstprivate(c *tree.Construct) bool {
	for _, cl := range c.All(spec.DefaultmapClause) {
		if behavior, category := cl.DefaultMap(); behavior == "firstprivate" &&
			(category == "scalar" || category == "" || category == "all") {
			return true
		}
	}
	return false
}
