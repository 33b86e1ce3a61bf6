// Linked lists whose further elements are not attached.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
)

// unattachedLists: the region goes on from one element of a list to the next, p = p->next,
// but nothing in the unit maps what next points to: it is an address of the host
// (5.2 §5.8.3). Lists whose elements other code may have put on the device are left alone.
func (k *target) unattachedLists() {
	u := k.u
	s := u.names()
	if u.UnifiedMemory() || u.handlesDeviceMemory() || u.DeclaresTargetVariables() {
		return
	}
	seen := map[string]bool{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		a, ok := n.(*cc.AssignmentExpression)
		if !ok || a.Case != cc.AssignmentExpressionAssign {
			return true
		}
		p, m := ctree.VarOf(a.UnaryExpression), nextOf(a.AssignmentExpression)
		if p == nil || m == nil || ctree.VarOf(m.PostfixExpression) != p || p.Type().Kind() != cc.Ptr {
			return true
		}
		name := m.Token2.SrcStr()
		if seen[name] || s.members[name] || !k.startsMapped(p) || !u.linksOnHost(name) {
			return true
		}
		seen[name] = true
		k.warn(a, diag.OmpUnattachedMember,
			"'%s' is followed on the device, but no construct maps the element that it points to", u.source(m)).
			WithSection("5.2 §5.8.3").
			WithFix("map every element through the pointer to it, in a loop: '#pragma omp target enter data map(to: %s[0:1])'", u.source(m))
		return true
	})
}

// nextOf is the member p->m that x is.
func nextOf(x cc.ExpressionNode) *cc.PostfixExpression {
	m, ok := ctree.StripCast(x).(*cc.PostfixExpression)
	if !ok || m.Case != cc.PostfixExpressionPSelect || m.Type().Kind() != cc.Ptr ||
		m.Type().Undecay().Kind() == cc.Array {
		return nil
	}
	return m
}

// startsMapped reports whether p, a pointer that the region follows, is a variable of the
// construct, or a variable of the region that starts at one: what it points to first is the
// host's, or mapped as a whole.
func (k *target) startsMapped(p *cc.Declarator) bool {
	if c := k.capture(p); c != nil {
		return c.Access == Pointer && !(p.IsParam() && c.Implicit) && k.beginsOnHost(p)
	}
	starts := 0
	start := func(x cc.ExpressionNode) {
		if d := givenVariable(x); d != nil && d != p &&
			(k.mappedWhole(d) || k.capture(d) != nil && k.capture(d).Access == Pointer && !d.IsParam()) &&
			(d.Type().Kind() != cc.Ptr || k.beginsOnHost(d)) {
			starts++
		} else if m := nextOf(x); m == nil || ctree.VarOf(m.PostfixExpression) != p {
			starts = -1 << 16
		}
	}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == p && x.Initializer != nil {
				start(x.Initializer.AssignmentExpression)
			}
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond && ctree.VarOf(x.UnaryExpression) == p {
				start(x.AssignmentExpression)
			}
		}
		return true
	})
	return starts > 0
}

// beginsOnHost reports whether pointer d of the construct is no address of a device.
func (k *target) beginsOnHost(d *cc.Declarator) bool {
	for _, c := range k.u.Tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			for _, it := range cl.Items {
				if it.Decl != nil && symbol(it.Decl) == symbol(d) && cl.Kind != spec.MapClause &&
					cl.Kind != spec.FirstprivateClause {
					return false
				}
			}
		}
	}
	return true
}

// linksOnHost reports whether functions of the unit set member name in host code, and no
// region of the unit does.
func (u *Unit) linksOnHost(name string) bool {
	host, device := false, false
	for tu := u.Tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		fd := e.FunctionDefinition
		ctree.Walk(fd, func(n cc.Node) bool {
			target := ctree.Written(n)
			if target == nil {
				return true
			}
			m, ok := ctree.Strip(target).(*cc.PostfixExpression)
			if ok && (m.Case == cc.PostfixExpressionSelect || m.Case == cc.PostfixExpressionPSelect) &&
				m.Token2.SrcStr() == name {
				if u.onDevice(u.Tree.Unit.Offset(n), fd) {
					device = true
				} else {
					host = true
				}
			}
			return true
		})
	}
	return host && !device
}

// handlesDeviceMemory reports whether the unit calls routines that allocate, copy or
// associate memory of a device. It looks once: the regions of a unit may be many.
func (u *Unit) handlesDeviceMemory() bool {
	if u.deviceCalls == nil {
		found := u.callsDeviceMemory()
		u.deviceCalls = &found
	}
	return *u.deviceCalls
}

func (u *Unit) callsDeviceMemory() bool {
	found := false
	for tu := u.Tree.Unit.AST.TranslationUnit; tu != nil && !found; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		ctree.Walk(e.FunctionDefinition, func(n cc.Node) bool {
			if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall &&
				deviceMemory[calledName(x)] {
				found = true
			}
			return !found
		})
	}
	return found
}

var deviceMemory = map[string]bool{
	"omp_target_alloc": true, "omp_target_memcpy": true, "omp_target_memcpy_async": true,
	"omp_target_memcpy_rect":   true,
	"omp_target_associate_ptr": true, "omp_get_mapped_ptr": true, "omp_alloc": true,
}
