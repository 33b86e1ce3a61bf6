// Pointers in mapped structures that are not attached.

package lint

import (
	"strings"

	"ompcc/parse/diag"

	"modernc.org/cc/v4"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// Pointer members that a region follows though nothing maps what they point to.

// unattachedMembers: the region goes through a pointer that is a member of a
// mapped structure, but no clause of the unit maps through that member. A unit that
// handles memory of devices itself may have put the device's address there.
func (k *target) unattachedMembers() {
	u := k.u
	s := u.names()
	if u.UnifiedMemory() || u.handlesDeviceMemory() {
		return
	}
	seen := map[string]bool{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		m := dereferencedMember(n)
		if m == nil {
			return true
		}
		name := m.Token2.SrcStr()
		d := ctree.RootOf(m.PostfixExpression)
		if m.Case == cc.PostfixExpressionPSelect {
			d = ctree.VarOf(m.PostfixExpression)
		}
		if d == nil || seen[name] || s.members[name] || !k.mappedWhole(d) || memberWritten(k.c.Stmt, name) {
			return true
		}
		seen[name] = true
		text := u.source(m)
		k.warn(n, diag.OmpUnattachedMember,
			"'%s' is dereferenced on the device, but only the pointer is mapped, not the memory that it points to",
			text).
			WithSection("5.2 §5.8.3").WithFix("add map(tofrom: %s[0:…]) with the number of elements", text)
		return true
	})
}

// mappedWhole reports whether the construct maps variable d, or what it points to, as a
// whole and without a mapper.
func (k *target) mappedWhole(d *cc.Declarator) bool {
	c := k.capture(d)
	if c == nil {
		return false
	}
	whole := c.Access == Mapped || c.Access == Pointer && !c.Implicit && c.MapsStorage
	return whole && c.Mapper == "" && !(d.IsParam() && c.Implicit)
}

// unattachedInCalls: the same in the functions of the unit to which the region gives the
// structure, or its address.
func (k *target) unattachedInCalls() {
	u := k.u
	s := u.names()
	if u.UnifiedMemory() || u.handlesDeviceMemory() {
		return
	}
	seen := map[string]bool{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		call, ok := n.(*cc.PostfixExpression)
		if !ok || call.Case != cc.PostfixExpressionCall {
			return true
		}
		fd := u.called(call)
		i := 0
		for a := call.ArgumentExpressionList; a != nil && fd != nil; a = a.ArgumentExpressionList {
			p, d := parameterFor(fd, i), givenVariable(a.AssignmentExpression)
			i++
			if p == nil || d == nil || !k.mappedWhole(d) {
				continue
			}
			name := u.memberFollowed(fd, p, 0)
			if name == "" || seen[name] || s.members[name] || memberWritten(k.c.Stmt, name) {
				continue
			}
			seen[name] = true
			k.warn(call, diag.OmpUnattachedMember,
				"'%s' dereferences the member '%s' on the device, but only the pointer is mapped, not the memory that it points to", fd.Declarator.Name(), name).
				WithSection("5.2 §5.8.3").WithFix("add map(tofrom: %s[0:…]) with the number of elements",
				memberOf(d, name))
		}
		return true
	})
}

// givenVariable is the variable that argument x is, or whose address it is.
func givenVariable(x cc.ExpressionNode) *cc.Declarator {
	x = ctree.StripCast(x)
	if a, ok := x.(*cc.UnaryExpression); ok && a.Case == cc.UnaryExpressionAddrof {
		x = a.CastExpression
	}
	return ctree.VarOf(x)
}

// memberOf is the C text of d's member.
func memberOf(d *cc.Declarator, name string) string {
	if d.Type().Kind() == cc.Ptr {
		return d.Name() + "->" + name
	}
	return d.Name() + "." + name
}

// memberFollowed is the name of the pointer member of its parameter p, or of what p points
// to, that fd, or a function that it passes p to, dereferences; "" if there is none, or it
// is set there.
func (u *Unit) memberFollowed(fd *cc.FunctionDefinition, p *cc.Declarator, level int) string {
	if level == depth || reassigns(fd, p) {
		return ""
	}
	found := ""
	ctree.Walk(fd.CompoundStatement, func(n cc.Node) bool {
		if m := dereferencedMember(n); m != nil && found == "" && ctree.VarOf(m.PostfixExpression) == p {
			found = m.Token2.SrcStr()
		}
		return found == ""
	})
	if found != "" {
		if memberWritten(statementOf(fd), found) {
			return ""
		}
		return found
	}
	u.passedOn(fd.CompoundStatement, isVariable(p), func(f *cc.FunctionDefinition, q *cc.Declarator) bool {
		found = u.memberFollowed(f, q, level+1)
		return found != ""
	})
	return found
}

// dereferencedMember is the pointer member that n dereferences.
func dereferencedMember(n cc.Node) *cc.PostfixExpression {
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
	if ctree.IsNil(base) {
		return nil
	}
	m, ok := ctree.Strip(base).(*cc.PostfixExpression)
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
	ctree.Walk(s, func(n cc.Node) bool {
		if a, ok := n.(*cc.AssignmentExpression); ok && a.Case == cc.AssignmentExpressionAssign {
			if m, ok := ctree.Strip(a.UnaryExpression).(*cc.PostfixExpression); ok &&
				(m.Case == cc.PostfixExpressionSelect || m.Case == cc.PostfixExpressionPSelect) &&
				m.Token2.SrcStr() == name {
				found = true
			}
		}
		return !found
	})
	return found
}

// unmappedMembers: the region uses a member of a structure of which the construct
// maps other members alone, and nothing else in the unit maps the structure (5.2
// §5.8.3: the storage of the other members is not there).
func (k *target) unmappedMembers() {
	for _, o := range k.Objects {
		if !ctree.IsAggregate(ctree.ObjectType(o.Decl)) || ctree.IsArray(ctree.ObjectType(o.Decl)) ||
			k.u.UnifiedMemory() || k.mappedElsewhere(o.Decl) {
			continue
		}
		var paths []string
		for _, p := range o.Parts { // a section's base pointer is mapped with it
			path, _, _ := strings.Cut(p, "[")
			paths = append(paths, strings.ReplaceAll(path, " ", ""))
		}
		k.unmappedMembersOf(o.Decl, paths)
	}
}

func (k *target) unmappedMembersOf(d *cc.Declarator, paths []string) {
	seen := map[string]bool{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
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
		k.helpMap(k.warn(x, diag.OmpUnmappedMember,
			"'%s' is used in the region, but only other members of '%s' are mapped", path, d.Name()).
			WithSection("5.2 §5.8.3"), d, "tofrom", path)
		return false
	})
}

// memberPath is "d.a.b" for a member of variable d, "" for anything else.
func memberPath(x *cc.PostfixExpression, d *cc.Declarator) string {
	name := "." + x.Token2.SrcStr()
	if ctree.VarOf(x.PostfixExpression) == d {
		return d.Name() + name
	}
	if in, ok := ctree.Strip(x.PostfixExpression).(*cc.PostfixExpression); ok && in.Case == cc.PostfixExpressionSelect {
		if p := memberPath(in, d); p != "" {
			return p + name
		}
	}
	return ""
}

// mappedElsewhere reports whether another construct of the unit maps d or a part.
func (k *target) mappedElsewhere(d *cc.Declarator) bool {
	for _, c := range k.u.Tree.All {
		if c == nil || c.Directive == k.c.Directive {
			continue
		}
		for _, cl := range c.Clauses {
			if cl.Kind != spec.MapClause && cl.Kind != spec.EnterClause && cl.Kind != spec.LinkClause {
				continue
			}
			for _, it := range cl.Items {
				if it.Decl == d && (c.Kind == spec.DeclareTarget || strings.HasPrefix(c.Kind.String(), "target")) {
					return true
				}
			}
		}
	}
	return false
}

// lostMembers: the region writes a member of a structure that is mapped to the device only, and
// the host then reads it.
func (k *target) lostMembers() {
	u := k.u
	for _, c := range k.Captures {
		d := c.Decl
		if c.Access != Mapped || c.Implicit || !c.HasItem || c.Flags&(abi.FlagTo|abi.FlagFrom) != abi.FlagTo ||
			k.c.Func == nil {
			continue
		}
		if _, ok := ctree.ObjectType(d).(*cc.StructType); !ok || ctree.IsStaticStorage(d) || k.takesAddress(d) ||
			k.otherReturns(d, k.transfersOf(d).before) {
			continue
		}
		written := map[string]cc.Node{}
		u.walkOnDevice(k.c.Stmt, func(n cc.Node) bool {
			if target := ctree.Written(n); target != nil {
				if name := outerMember(target, d); name != "" && partOf(target, d) && written[name] == nil {
					written[name] = n
				}
			}
			return true
		})
		if read := u.memberUsedAfter(k.c, d, written); read != nil {
			name := read.Token2.SrcStr()
			k.helpMap(k.warn(written[name], diag.OmpLostWrite,
				"'%s.%s' is copied to the device only: the region's writes to it are lost", d.Name(), name).
				WithSection("5.2 §5.8.3").
				WithNote(u.Tree.Unit.NodeSpan(read), "it is read here"), d, "tofrom", d.Name())
		}
	}
}

// memberUsedAfter is the first use of one of the members written of d behind construct c, if it
// reads it, and nothing before uses the structure as a whole.
func (u *Unit) memberUsedAfter(c *tree.Construct, d *cc.Declarator,
	written map[string]cc.Node) (read *cc.PostfixExpression) {
	first, set := -1, map[cc.Node]bool{}
	note := func(n cc.Node, r *cc.PostfixExpression) {
		if off := u.Tree.Unit.Offset(n); off >= c.End && (first < 0 || off < first) {
			first, read = off, r
		}
	}
	ctree.Walk(c.Func, func(n cc.Node) bool {
		if a, ok := n.(*cc.AssignmentExpression); ok && a.Case == cc.AssignmentExpressionAssign {
			set[ctree.Strip(a.UnaryExpression)] = true
		}
		switch x := n.(type) {
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionSelect && ctree.VarOf(x.PostfixExpression) == d {
				switch {
				case written[x.Token2.SrcStr()] == nil:
				case set[x] || u.onDevice(u.Tree.Unit.Offset(x), c.Func):
					note(x, nil)
				default:
					note(x, x)
				}
				return false
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && ctree.VarOf(x) == d && u.Tree.Unit.InPragma(x) == nil {
				note(x, nil)
			}
		}
		return true
	})
	return read
}
