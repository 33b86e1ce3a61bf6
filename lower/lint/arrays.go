// Elements of mapped arrays that a region reads or writes, against what is copied.

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

// Arrays, and memory that a function has allocated, of which a region reads elements that
// have no value on the device, writes elements that nothing brings back, or follows
// elements that are pointers of the host.

// elementOf is the variable of which x is an element, with the number of subscripts; nil if
// x is anything else.
func elementOf(x cc.ExpressionNode) (d *cc.Declarator, subscripts int) {
	for {
		x = ctree.Strip(x)
		if p, ok := x.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionIndex {
			x = p.PostfixExpression
			subscripts++
			continue
		}
		if u, ok := x.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionDeref {
			x = u.CastExpression
			subscripts++
			continue
		}
		if subscripts == 0 {
			return nil, 0
		}
		return ctree.VarOf(x), subscripts
	}
}

// arrays looks at the elements of the variables that clauses of the construct, or data
// constructs around it, map.
func (k *target) arrays() {
	if k.c.Func == nil || k.u.UnifiedMemory() {
		return
	}
	seen := map[*cc.Declarator]bool{}
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d := ctree.VarOf(x)
		if d == nil || seen[d] || d.IsParam() || d.IsTypename() || ctree.IsFunction(d) || ctree.IsStaticStorage(d) ||
			k.declaresInside(d) {
			return true
		}
		seen[d] = true
		if ctree.IsArray(ctree.ObjectType(d)) && !k.u.usedAsPointer(k.c.Func, d) ||
			ctree.ObjectType(d).Kind() == cc.Ptr && k.u.allocation(k.c.Func, d) != "" {
			k.lostElements(d)
			k.unsetElements(d)
			k.hostRows(d)
		}
		return true
	})
}

// declaresInside reports whether d is a variable of the region itself.
func (k *target) declaresInside(d *cc.Declarator) bool {
	off := k.u.Tree.Unit.Offset(d)
	return off >= k.c.StmtStart && off < k.c.End
}

// usedAsPointer reports whether fd gives array d, or the address of an element, to anything
// that may keep it or map it under another name.
func (u *Unit) usedAsPointer(fd *cc.FunctionDefinition, d *cc.Declarator) bool {
	element, used := map[cc.Node]bool{}, false
	ctree.Walk(fd, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			switch {
			case x.Case == cc.PostfixExpressionIndex && ctree.VarOf(x.PostfixExpression) == d:
				element[ctree.Strip(x.PostfixExpression)] = true
			case x.Case == cc.PostfixExpressionCall && (harmless[calledName(x)] || u.usesOnly(x)):
				return false
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionSizeofExpr || x.Case == cc.UnaryExpressionSizeofType {
				return false
			}
			if v, _ := elementOf(x.CastExpression); x.Case == cc.UnaryExpressionAddrof &&
				(v == d || ctree.VarOf(x.CastExpression) == d) {
				used = true
			}
			if x.Case == cc.UnaryExpressionDeref && ctree.VarOf(x.CastExpression) == d {
				element[ctree.Strip(x.CastExpression)] = true
			}
		case *cc.PrimaryExpression:
			if ctree.VarOf(x) == d && x.Case == cc.PrimaryExpressionIdent && !element[x] &&
				u.Tree.Unit.InPragma(x) == nil {
				used = true
			}
		}
		return !used
	})
	return used
}

// usesOnly reports whether x calls a function of the unit that neither maps nor keeps what it
// is given.
func (u *Unit) usesOnly(x *cc.PostfixExpression) bool {
	fd := u.called(x)
	return fd != nil && !u.mayMap(fd, 0) && !u.keeps(fd)
}

// transfers is what the clauses of the unit do with a variable.
type transfers struct {
	// back is set where a clause may bring it to the host, other where a clause gives the
	// region an address of its own.
	back, other bool
	// here are the flags with which the construct itself maps it, item is the list item.
	here uint32
	item *tree.Item
	// before is a construct of the function that has it on the device when the region
	// begins.
	before *tree.Construct
}

func (k *target) transfersOf(d *cc.Declarator) (t transfers) {
	u, key := k.u, symbol(d)
	for _, c := range u.Tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			for _, it := range cl.Items {
				if it.Decl == nil || symbol(it.Decl) != key {
					continue
				}
				k.noteTransfer(&t, c, cl, it)
			}
		}
	}
	return t
}

// noteTransfer adds to t what clause cl of construct c does with its list item it.
func (k *target) noteTransfer(t *transfers, c *tree.Construct, cl *tree.Clause, it *tree.Item) {
	switch {
	case cl.Kind == spec.MapClause:
	case cl.Kind == spec.FromClause:
		t.back = true
		return
	case cl.Kind.Is(spec.Shares) && cl.Kind != spec.InReductionClause && cl.Kind != spec.InductionClause,
		tree.OneOf(cl.Kind, spec.DependClause, spec.AffinityClause, spec.AlignedClause, spec.NontemporalClause,
			spec.ToClause):
		return
	default:
		t.other = true
		return
	}
	flags := k.MapFlags(cl)
	switch {
	case c.Directive == k.c.Directive:
		t.here, t.item = flags, it
		t.back = t.back || flags&abi.FlagFrom != 0 && flags&abi.FlagTo != 0
	case flags&abi.FlagFrom != 0:
		t.back = true
	case c.Func != k.c.Func || c.Start > k.c.Start: // it ends what is there, or comes later
	case c.Kind == spec.TargetEnterData, c.Has(spec.TargetData) && c.End >= k.c.End:
		t.before = c
	case c.Kind == spec.TargetExitData:
		t.before = nil
	}
}

// lostElements: the region writes elements that the host then reads, but no clause of the
// unit brings them back.
func (k *target) lostElements(d *cc.Declarator) {
	t := k.transfersOf(d)
	if t.back || t.other || t.before == nil && (t.item == nil || t.here&abi.FlagFrom != 0) {
		return
	}
	var written cc.Node
	k.u.walkOnDevice(k.c.Stmt, func(n cc.Node) bool {
		if target := ctree.Written(n); target != nil && written == nil {
			if v, _ := elementOf(target); v == d {
				written = n
			}
		}
		return written == nil
	})
	if call := k.u.passedOn(k.c.Stmt, isVariable(d), func(fd *cc.FunctionDefinition, p *cc.Declarator) bool { return k.u.stores(fd, p, 0) }); written == nil && call != nil {
		written = call
	}
	read := k.u.elementReadAfter(k.c, d)
	if written == nil || read == nil {
		return
	}
	w := k.warn(written, diag.OmpLostWrite, "the region's writes to '%s' are lost: nothing copies it back to the host",
		d.Name()).WithSection("5.2 §5.8.3").
		WithNote(k.u.Tree.Unit.NodeSpan(read), "it is read here")
	if t.before != nil {
		w.WithFix("write '#pragma omp target update from(%s)' before the host reads it", d.Name())
		return
	}
	k.helpMap(w, d, "tofrom", t.item.Text)
}

// elementReadAfter is the first use of elements of d by the host behind construct c if it
// reads one.
func (u *Unit) elementReadAfter(c *tree.Construct, d *cc.Declarator) (read cc.Node) {
	first, written := -1, map[cc.Node]bool{}
	ctree.Walk(c.Func, func(n cc.Node) bool {
		off := u.Tree.Unit.Offset(n)
		note := func(r cc.Node) {
			if off >= c.End && (first < 0 || off < first) && !u.onDevice(off, c.Func) {
				first, read = off, r
			}
		}
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if v, _ := elementOf(x.UnaryExpression); v == d && x.Case == cc.AssignmentExpressionAssign &&
				!ctree.Mentions(x.AssignmentExpression, d) {
				written[ctree.Strip(x.UnaryExpression)] = true
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall && calledName(x) == "free" {
				return false
			}
			if x.Case == cc.PostfixExpressionCall && u.called(x) != nil && passes(x, d) {
				if r, known := u.firstUse(x, d, elementPlace); known && r != nil {
					note(r)
				} else {
					note(nil)
				}
				return false
			}
			if v, _ := elementOf(x); v == d && x.Case == cc.PostfixExpressionIndex && u.Tree.Unit.InPragma(x) == nil {
				note(x)
				if written[x] && first == off {
					read = nil
				}
				return false
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent && ctree.VarOf(x) == d && u.Tree.Unit.InPragma(x) == nil {
				note(nil)
			}
		}
		return true
	})
	return read
}

// passes reports whether d is an argument of call x.
func passes(x *cc.PostfixExpression, d *cc.Declarator) bool {
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		if isVariable(d)(a.AssignmentExpression) {
			return true
		}
	}
	return false
}

// onDevice reports whether what stands at off in fd belongs to a target region.
func (u *Unit) onDevice(off int, fd *cc.FunctionDefinition) bool {
	for _, c := range u.Tree.All {
		if c != nil && c.Func == fd && c.Has(spec.Target) && off >= c.Start && off < c.End {
			return true
		}
	}
	return false
}

// hostRows: the region follows an element of d that is a pointer to memory of the host, as
// those of an array of rows, but no clause of the unit maps what such elements point to.
func (k *target) hostRows(d *cc.Declarator) {
	u := k.u
	elem := ctree.Pointee(ctree.ObjectType(d))
	if a, ok := ctree.ObjectType(d).(*cc.ArrayType); ok {
		elem = a.Elem().Undecay()
	}
	if elem == nil || elem.Kind() != cc.Ptr || elem.Undecay().Kind() == cc.Array || k.transfersOf(d).item == nil ||
		!u.rowsAreHost(k.c.Func, d) || u.mapsRows(d) {
		return
	}
	var use cc.Node
	ctree.Walk(k.c.Stmt, func(n cc.Node) bool {
		if x, ok := n.(cc.ExpressionNode); ok && use == nil {
			if v, depth := elementOf(x); v == d && depth > 1 {
				use = n
			}
		}
		return use == nil
	})
	if use == nil {
		return
	}
	k.warn(use, diag.OmpUnmappedPointer,
		"the elements of '%s' are host pointers: the pointers are mapped, but not the memory that they point to",
		d.Name()).
		WithSection("5.2 §5.8.6").WithFix("map each row in a loop: '#pragma omp target enter data map(to: %s[i][0:m])'",
		d.Name())
}

// rowsAreHost reports whether fd sets elements of d, and to fresh memory only.
func (u *Unit) rowsAreHost(fd *cc.FunctionDefinition, d *cc.Declarator) bool {
	set, host := false, true
	row := func(x cc.ExpressionNode) bool {
		if ctree.IsNil(x) {
			return false
		}
		v, depth := elementOf(ctree.StripCast(x))
		return v == d && depth == 1
	}
	ctree.Walk(fd, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionAssign {
				break
			}
			if row(x.UnaryExpression) {
				set = true
				host = host && allocates[calledName(ctree.StripCast(x.AssignmentExpression))]
			} else {
				host = host && !row(x.AssignmentExpression) // another name, under which it may be mapped
			}
		case *cc.InitDeclarator:
			host = host && (x.Initializer == nil || !row(x.Initializer.AssignmentExpression))
			if x.Declarator == d && x.Initializer != nil && x.Initializer.Case == cc.InitializerInitList {
				set, host = true, host && literals(x.Initializer.InitializerList)
			}
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionCall || harmless[calledName(x)] {
				break
			}
			for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
				host = host && !row(a.AssignmentExpression)
			}
		}
		return host
	})
	return set && host
}

// literals reports whether each initialiser of l is a string literal.
func literals(l *cc.InitializerList) bool {
	n := 0
	for ; l != nil; l = l.InitializerList {
		_, literal := objectOf(l.Initializer.AssignmentExpression)
		if !literal {
			return false
		}
		n++
	}
	return n > 0
}

// mapsRows reports whether a clause of the unit maps what elements of d point to.
func (u *Unit) mapsRows(d *cc.Declarator) bool {
	for _, c := range u.Tree.All {
		if c == nil {
			continue
		}
		for _, cl := range c.Clauses {
			for _, it := range cl.Items {
				if it.Decl != nil && symbol(it.Decl) == symbol(d) &&
					(strings.Count(it.Text, "[") > 1 || strings.HasPrefix(it.Text, "*")) {
					return true
				}
			}
		}
	}
	return false
}
