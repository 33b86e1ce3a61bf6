package check

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Values of omp_allocator_handle_t of which the memory is not everybody's to write (5.2
// §6.2).
const (
	constantAllocator = 3 // omp_const_mem_alloc
	threadAllocator   = 8 // omp_thread_mem_alloc
)

// checkConstantMemory: a variable in the constant memory space is not written, but by its
// initialiser (5.2 §6.1).
func (k clauseRules) checkConstantMemory(c *tree.Construct, it *tree.Item) {
	cl := c.Clause(spec.AllocatorClause)
	if cl == nil || len(cl.Exprs) == 0 || cl.Exprs[0] == nil || k.t.Unit.AST == nil {
		return
	}
	if v, ok := ctree.ConstInt(cl.Exprs[0].Node); !ok || v != constantAllocator {
		return
	}
	done := false
	for tu := k.t.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		e := tu.ExternalDeclaration
		if e == nil || e.FunctionDefinition == nil {
			continue
		}
		ctree.Walk(e.FunctionDefinition.CompoundStatement, func(n cc.Node) bool {
			target := ctree.Written(n)
			if target == nil || done || throughPointer(target) {
				return !done
			}
			if d := tree.RootDecl(target); d != nil && tree.SameObject(d, it.Decl) {
				done = true
				k.diags.Errorf(k.t.Unit.NodeSpan(n), diag.ConstItem,
					"'%s' is allocated in constant memory and cannot be assigned", it.Text).WithSection("5.2 §6.1").
					WithNote(cl.Exprs[0].Span, "the allocator is given here").
					WithFix("initialise it in its declaration, or write allocator(omp_default_mem_alloc)")
			}
			return true
		})
	}
}

// throughPointer reports whether an expression designates what a pointer points to.
func throughPointer(x cc.ExpressionNode) bool {
	switch x := ctree.Strip(x).(type) {
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionPSelect:
			return true
		case cc.PostfixExpressionIndex:
			if t := undecayed(x.PostfixExpression); t == nil || t.Kind() != cc.Array {
				return true
			}
			return throughPointer(x.PostfixExpression)
		case cc.PostfixExpressionSelect:
			return throughPointer(x.PostfixExpression)
		}
	}
	return false
}

// isAllocator reports an allocator that cannot be a value of omp_allocator_handle_t.
func (k *context) isAllocator(e *tree.Expr, section string) bool {
	t := e.Node.Type()
	if t == nil || tree.IsIntegerType(t) || t.Kind() == cc.Ptr {
		return true
	}
	k.diags.Errorf(e.Span, diag.BadType, "the allocator '%s' has type '%s': it must be an omp_allocator_handle_t",
		e.Text, ctree.TypeText(t)).WithSection(section).
		WithFix("write an allocator, for example omp_default_mem_alloc")
	return false
}

// checkAllocateClause checks the allocators that an allocate clause names (5.2 §6.6).
func (k clauseRules) checkAllocateClause(c *tree.Construct, cl *tree.Clause) {
	for _, e := range allocatorsOf(cl) {
		k.isAllocator(e, "5.2 §6.6")
	}
	k.checkThreadAllocator(c, cl)
}

// checkThreadAllocator warns of memory of one thread for a task, a target task or the
// tasks of a loop, of which nobody knows the thread (5.2 §6.6).
func (k clauseRules) checkThreadAllocator(c *tree.Construct, cl *tree.Clause) {
	leaf := spec.NoDirective
	for _, l := range c.Leafs {
		if tree.OneOf(l, spec.Task, spec.Taskloop, spec.Target) {
			leaf = l
		}
	}
	if leaf == spec.NoDirective || leaf == spec.Target && len(c.Leafs) > 1 {
		return
	}
	for _, e := range allocatorsOf(cl) {
		if v, ok := ctree.ConstInt(e.Node); ok && v == threadAllocator {
			k.diags.Warnf(e.Span, diag.OmpThreadAllocator,
				"omp_thread_mem_alloc gives memory of the encountering thread, but another thread may execute the region of '%s'", c.Kind).WithSection("5.2 §6.6").
				WithFix("use omp_default_mem_alloc")
		}
	}
}

// allocatorsOf are the expressions with which an allocate clause names its allocator.
func allocatorsOf(cl *tree.Clause) (list []*tree.Expr) {
	for _, m := range cl.Mods() {
		if m.Name != "align" {
			for _, e := range m.Args {
				if e != nil && e.Node != nil {
					list = append(list, e)
				}
			}
		}
	}
	for _, e := range cl.Exprs {
		if e != nil && e.Node != nil {
			list = append(list, e)
		}
	}
	return list
}

// checkAllocate: an allocated variable is private on the same directive (5.2 §6.6).
func (k clauseRules) checkAllocate(c *tree.Construct, cl *tree.Clause) {
	for _, it := range cl.Items {
		if it.Decl == nil {
			continue
		}
		found := false
		for _, o := range c.Clauses {
			if o.Kind.Is(spec.Privatizes | spec.Reduces) {
				for _, x := range o.Items {
					found = found || x.Decl == it.Decl
				}
			}
		}
		for _, o := range c.All(spec.AllocateClause) {
			for _, x := range o.Items {
				if x != it && x.Decl == it.Decl && x.Off < it.Off {
					k.diags.Errorf(it.Span, diag.ItemInTwoClauses,
						"'%s' appears in two 'allocate' clauses, but can have only one allocator", it.Text).
						WithSection("5.2 §6.6").
						WithNote(x.Span, "the first is here").WithFix("remove it from one of them")
				}
			}
		}
		if !found {
			k.diags.Errorf(it.Span, diag.AllocateNotPrivate,
				"'%s' in clause 'allocate' must also appear in a clause that privatizes it", it.Text).
				WithSection("5.2 §6.6").WithFix("add private(%s)", it.Text)
		}
	}
}

// checkUsedAllocators: an allocator is listed once (5.2 §6.8).
func (k clauseRules) checkUsedAllocators(cl *tree.Clause) {
	for i, a := range cl.Allocs {
		if it := a.TraitsItem; it != nil && it.Decl != nil && it.Decl.Type() != nil &&
			it.Decl.Type().Undecay().Kind() != cc.Array {
			k.diags.Errorf(it.Span, diag.BadType,
				"traits '%s' must be an array of omp_alloctrait_t, but have type '%s'", it.Text,
				ctree.TypeText(it.Decl.Type())).WithSection("5.2 §6.8").
				WithNote(k.t.Unit.NodeSpan(it.Decl), "'%s' is declared here", it.Text).WithFix("declare const omp_alloctrait_t %s[] = {…};", it.Text)
		}
		for _, b := range cl.Allocs[:i] {
			if a.Item != nil && b.Item != nil && a.Item.Text == b.Item.Text {
				k.diags.Errorf(a.Item.Span, diag.ItemInTwoClauses, "'%s' appears twice in 'uses_allocators'",
					a.Item.Text).WithSection("5.2 §6.8").
					WithNote(b.Item.Span, "the first is here").WithFix("remove one of them")
			}
		}
	}
}

// checkAllocatorItems: an allocator of uses_allocators is in no clause that maps it
// or says how it is shared (5.2 §6.8).
func (k clauseRules) checkAllocatorItems(c *tree.Construct, cl *tree.Clause) {
	for _, a := range cl.Allocs {
		if a.Item == nil || a.Item.Decl == nil {
			continue
		}
		for _, o := range c.Clauses {
			if o.Implied || o.Kind != spec.MapClause && !o.Kind.Is(spec.Shares|spec.DeviceAddress) {
				continue
			}
			for _, it := range o.Items {
				if it.Decl == a.Item.Decl {
					k.diags.Errorf(it.Span, diag.ItemInTwoClauses,
						"'%s' appears in both clauses 'uses_allocators' and '%s'", it.Text, o.Kind).
						WithSection("5.2 §6.8").
						WithNote(a.Item.Span, "'uses_allocators' is here").WithFix("remove it from '%s'", o.Kind)
				}
			}
		}
	}
}
