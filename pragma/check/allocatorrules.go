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
		e.Text, ctree.TypeText(t)).WithSection(section)
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
