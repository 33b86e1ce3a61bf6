// Addresses of devices in the host's code, and of the host in clauses about devices.

package lint

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Pointers to memory of a device that are taken for pointers of the host, and the other
// way round: local variables of which every value is known to be the one or the other.

// deviceMemory looks at the functions of the unit.
func (u *Unit) deviceMemory() {
	if u.Tree.Unit.AST == nil || u.UnifiedMemory() {
		return
	}
	for _, c := range u.Tree.All {
		if c != nil && c.Kind == spec.Requires && c.Clause(spec.UnifiedAddressClause) != nil {
			return
		}
	}
	for tu := u.Tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if e := tu.ExternalDeclaration; e != nil && e.FunctionDefinition != nil {
			u.deviceMemoryIn(e.FunctionDefinition)
		}
	}
}

func (u *Unit) deviceMemoryIn(fd *cc.FunctionDefinition) {
	device := u.devicePointers(fd)
	reported := map[*cc.Declarator]bool{}
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionSizeofExpr || x.Case == cc.UnaryExpressionSizeofType ||
				x.Case == cc.UnaryExpressionAddrof {
				return false // &p[i] is an address, too
			}
			u.hostDereference(fd, x, device, reported)
		case *cc.PostfixExpression:
			u.freedWrongly(fd, x, device)
			u.hostDereference(fd, x, device, reported)
		}
		return true
	})
	for _, c := range u.Tree.All {
		if c == nil || c.Func != fd {
			continue
		}
		for _, cl := range c.Clauses {
			for _, it := range cl.Items {
				u.wrongSide(fd, c, cl, it, device)
			}
		}
	}
}

// devicePointers are the local pointers of fd that get memory of omp_target_alloc alone, on
// a device that is not the host.
func (u *Unit) devicePointers(fd *cc.FunctionDefinition) map[*cc.Declarator]cc.Node {
	from, other := map[*cc.Declarator]cc.Node{}, map[*cc.Declarator]bool{}
	value := func(d *cc.Declarator, x cc.ExpressionNode) {
		if d == nil || d.IsParam() || ctree.IsStaticStorage(d) || d.Type().Kind() != cc.Ptr {
			return
		}
		call, ok := ctree.StripCast(x).(*cc.PostfixExpression)
		if ok && calledName(call) == "omp_target_alloc" && u.onOtherDevice(fd, call) {
			from[d] = call
		} else {
			other[d] = true
		}
	}
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Initializer != nil && !ctree.IsNil(x.Initializer.AssignmentExpression) {
				value(x.Declarator, x.Initializer.AssignmentExpression)
			}
		case *cc.AssignmentExpression:
			if x.Case == cc.AssignmentExpressionAssign {
				value(ctree.VarOf(x.UnaryExpression), x.AssignmentExpression)
			}
		case *cc.UnaryExpression:
			if d := ctree.VarOf(x.CastExpression); x.Case == cc.UnaryExpressionAddrof && d != nil {
				other[d] = true
			}
		}
		return true
	})
	for d := range other {
		delete(from, d)
	}
	return from
}

// onOtherDevice reports whether call asks for memory of a device by a number that is not
// the host's, as far as can be seen.
func (u *Unit) onOtherDevice(fd *cc.FunctionDefinition, call *cc.PostfixExpression) bool {
	a := call.ArgumentExpressionList
	if a == nil || a.ArgumentExpressionList == nil {
		return false
	}
	number := func(x cc.ExpressionNode) bool {
		v, ok := ctree.ConstInt(x)
		return ok && v >= 0 || calledName(ctree.StripCast(x)) == "omp_get_default_device"
	}
	x := a.ArgumentExpressionList.AssignmentExpression
	d := ctree.VarOf(x)
	if d == nil || d.IsParam() || ctree.IsStaticStorage(d) {
		return d == nil && number(x)
	}
	known, all := false, true
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.InitDeclarator:
			if x.Declarator == d && x.Initializer != nil {
				known, all = true, all && number(x.Initializer.AssignmentExpression)
			}
		case *cc.AssignmentExpression:
			if ctree.VarOf(x.UnaryExpression) == d && x.Case != cc.AssignmentExpressionCond {
				known, all = true, all && x.Case == cc.AssignmentExpressionAssign && number(x.AssignmentExpression)
			}
		case *cc.UnaryExpression:
			all = all && (x.Case != cc.UnaryExpressionAddrof || ctree.VarOf(x.CastExpression) != d)
		}
		return all
	})
	return known && all
}

// hostDereference: x follows a device's address on the host.
func (u *Unit) hostDereference(fd *cc.FunctionDefinition, x cc.ExpressionNode, device map[*cc.Declarator]cc.Node,
	reported map[*cc.Declarator]bool) {
	d, _ := elementOf(x)
	if p, ok := x.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionPSelect {
		d = ctree.VarOf(p.PostfixExpression)
	}
	if d == nil || device[d] == nil || reported[d] || u.Tree.Unit.InPragma(x) != nil ||
		u.onDevice(u.Tree.Unit.Offset(x), fd) {
		return
	}
	reported[d] = true
	u.Diags.Warnf(u.Tree.Unit.NodeSpan(x), diag.OmpDevicePointer,
		"'%s' is a device address: the host cannot dereference it", d.Name()).WithSection("5.2 §13.8").
		WithNote(u.Tree.Unit.NodeSpan(device[d]), "the device address comes from here").
		WithFix("access it in a target region with is_device_ptr(%s), or copy with omp_target_memcpy", d.Name())
}

// freedWrongly: what omp_target_alloc has given is freed by omp_target_free, and nothing
// else is (5.2 §18.8.1, §18.8.2).
func (u *Unit) freedWrongly(fd *cc.FunctionDefinition, call *cc.PostfixExpression, device map[*cc.Declarator]cc.Node) {
	if call.Case != cc.PostfixExpressionCall || call.ArgumentExpressionList == nil {
		return
	}
	d := ctree.VarOf(ctree.StripCast(call.ArgumentExpressionList.AssignmentExpression))
	if d == nil {
		return
	}
	switch calledName(call) {
	case "free", "realloc", "omp_free", "omp_realloc":
		if device[d] != nil {
			u.Diags.Warnf(u.Tree.Unit.NodeSpan(call), diag.OmpDevicePointer,
				"'%s' was allocated by omp_target_alloc: '%s' cannot free it", d.Name(), calledName(call)).
				WithSection("5.2 §18.8.1").
				WithNote(u.Tree.Unit.NodeSpan(device[d]), "it is allocated here").
				WithFix("write omp_target_free(%s, device)", d.Name())
		}
	case "omp_target_free":
		if from := u.hostMemory(fd, d); from != "" {
			u.Diags.Warnf(u.Tree.Unit.NodeSpan(call), diag.OmpDevicePointer,
				"'%s' points to memory that %s: omp_target_free takes only memory from omp_target_alloc", d.Name(),
				from).WithSection("5.2 §18.8.2").
				WithNote(u.Tree.Unit.NodeSpan(d), "'%s' is declared here", d.Name()).WithFix("write free(%s)", d.Name())
		}
	}
}

// hostMemory says where local pointer d of fd gets memory of the host from, "" if that is
// not certain.
func (u *Unit) hostMemory(fd *cc.FunctionDefinition, d *cc.Declarator) string {
	if d.IsParam() || ctree.IsStaticStorage(d) || d.Type().Kind() != cc.Ptr {
		return ""
	}
	return u.allocation(fd, d)
}

// wrongSide: a clause that is about the host's storage names a device's, or the other way
// round.
func (u *Unit) wrongSide(fd *cc.FunctionDefinition, c *tree.Construct, cl *tree.Clause, it *tree.Item,
	device map[*cc.Declarator]cc.Node) {
	if it.Decl == nil {
		return
	}
	switch {
	case cl.Kind.Is(spec.Moves):
		if device[it.Decl] != nil && len(it.Sections) > 0 && tree.IsDevice(c) && !u.hasDeviceClause(it.Decl) {
			u.Diags.Warnf(it.Span, diag.OmpDevicePointer,
				"'%s' is a device address, but clause '%s' expects a host address", it.Decl.Name(), cl.Kind).
				WithSection("5.2 §5.8.3").
				WithNote(u.Tree.Unit.NodeSpan(device[it.Decl]), "the device address comes from here").
				WithFix("write is_device_ptr(%s)", it.Decl.Name())
		}
	case cl.Kind == spec.IsDevicePtrClause:
		if from := u.hostMemory(fd, it.Decl); from != "" && c.Clause(spec.DeviceClause) == nil &&
			!u.hasDeviceClause(it.Decl) {
			u.Diags.Warnf(it.Span, diag.OmpDevicePointer, "'%s' points to memory that %s: it is not a device address",
				it.Decl.Name(), from).WithSection("5.2 §5.4.7").
				WithNote(u.Tree.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Decl.Name()).
				WithFix("write map(tofrom: %s[0:…]) with the number of elements", it.Decl.Name())
		}
	}
}

// hasDeviceClause reports whether a clause of the unit gives d a device's address in its region.
func (u *Unit) hasDeviceClause(d *cc.Declarator) bool {
	for _, c := range u.Tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			if cl.Kind != spec.UseDevicePtrClause && cl.Kind != spec.UseDeviceAddrClause &&
				cl.Kind != spec.HasDeviceAddrClause {
				continue
			}
			if cl.Lists(d) {
				return true
			}
		}
	}
	return false
}
