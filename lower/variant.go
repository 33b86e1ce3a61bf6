// The functions that a call may mean: declare variant (5.2 §7.5).

package lower

import (
	"modernc.org/cc/v4"

	"ompcc/parse/diag"

	"ompcc/lower/cbody"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// callees are the functions that a call of d in device code may mean: the
// variants whose selectors match, by falling score, up to the first that needs
// no test at run time, else d itself at last (5.2 §7.5). The context's traits
// are those of the device.
func (b *body) callees(d *cc.Declarator, call *cc.PostfixExpression) []cbody.Callee {
	if len(b.u.variants[d.Name()]) == 0 {
		return nil
	}
	x := b.deviceContext()
	plain := b.u.fittingVariants(d.Name(), x, call)
	if b.dispatched != call || call == nil {
		return b.calleesOf(d, call, nil, plain)
	}
	return b.dispatchedCallees(d, call, plain)
}

// dispatchedCallees applies novariants and nocontext (5.2 §7.6.1, §7.6.2).
func (b *body) dispatchedCallees(d *cc.Declarator, call *cc.PostfixExpression, plain []*fitting) []cbody.Callee {
	x := b.deviceContext()
	x.constructs = append(append([]spec.DirectiveKind(nil), x.constructs...), spec.Dispatch)
	list := b.u.fittingVariants(d.Name(), x, call)
	var out []cbody.Callee
	if cl := b.dispatch.Clause(spec.NovariantsClause); cl != nil {
		switch v, known := clauseValue(cl); {
		case known && v:
			return b.calleesOf(d, call, nil, nil)
		case !known:
			out = append(out, b.calleesOf(d, call, []cc.ExpressionNode{cl.Exprs[0].Node}, nil)...)
		}
	}
	if cl := b.dispatch.Clause(spec.NocontextClause); cl != nil {
		switch v, known := clauseValue(cl); {
		case known && v:
			list = plain
		case !known:
			out = append(out, b.calleesOf(d, call, []cc.ExpressionNode{cl.Exprs[0].Node}, plain)...)
		}
	}
	return append(out, b.calleesOf(d, call, nil, list)...)
}

// calleesOf are the functions of list, then d, each under conds too.
func (b *body) calleesOf(d *cc.Declarator, call *cc.PostfixExpression, conds []cc.ExpressionNode,
	list []*fitting) []cbody.Callee {
	var out []cbody.Callee
	add := func(d *cc.Declarator, conds []cc.ExpressionNode, args []cbody.Argument) {
		ft, ok := d.Type().(*cc.FunctionType)
		if !ok {
			return
		}
		if fn := b.device(d, call); fn != nil {
			out = append(out, cbody.Callee{Conds: conds, Args: args, Func: fn, Type: ft})
		}
	}
	for _, f := range list {
		if cl := f.decl.Clause(spec.AppendArgsClause); cl != nil && b.dispatched == call {
			b.u.errorf(cl.Span.Pos, diag.AppendArgsOnDevice,
				"clause 'append_args' of variant '%s' is not allowed in device code: interoperability objects exist only on the host", f.name).
				WithSection("5.2 §7.5.3").WithFix("add device={kind(host)} to the selector of %s", f.name)
			return nil
		}
		v := f.declarator(b.u)
		if v == nil {
			b.u.errorf(f.decl.Args.Items[0].Span.Pos, diag.UnknownName, "variant function %s is not declared", f.name).
				WithSection("5.2 §7.5")
			return nil
		}
		own := append([]cc.ExpressionNode(nil), conds...)
		for _, e := range f.user {
			own = append(own, e.Node)
		}
		add(v, own, b.namedArguments(f, call))
		if len(f.user) == 0 {
			return out
		}
	}
	add(d, conds, nil)
	return out
}

// namedArguments are the arguments of call that conditions of f name (5.2 §7.2). What
// has side effects would have them twice.
func (b *body) namedArguments(f *fitting, call *cc.PostfixExpression) []cbody.Argument {
	var args []cc.ExpressionNode
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	var list []cbody.Argument
	for _, e := range f.user {
		for _, p := range e.Params {
			if p.Index >= len(args) || p.Decl == nil {
				continue
			}
			arg := args[p.Index]
			if !pureExpr(arg) {
				b.u.errorf(b.u.tree.Unit.NodeSpan(arg).Pos, diag.SelectorArgument,
					"the call would evaluate this argument twice: it has side effects, and the selector of variant '%s' uses it",
					f.name).
					WithSection("5.2 §7.2").WithFix("assign the argument to a variable before the call")
			}
			list = append(list, cbody.Argument{Param: p.Decl, Value: arg})
		}
	}
	return list
}

// declarator is the variant function's, nil if it is not declared.
func (f *fitting) declarator(u *unit) *cc.Declarator {
	if def := u.defs[f.name]; def != nil {
		return def.Declarator
	}
	if len(f.decl.Args.Items) > 0 && f.decl.Args.Items[0].Decl != nil {
		return f.decl.Args.Items[0].Decl
	}
	if len(u.decls[f.name]) > 0 {
		return u.decls[f.name][0]
	}
	return nil
}

// dispatchConstruct lowers a dispatch construct in device code: the call with
// the variants that the construct brings into the context (5.2 §7.6). The task
// that depend and nowait ask for is executed at once; pointers are device
// pointers already.
func (b *body) dispatchConstruct(c *tree.Construct) {
	saved, call := b.dispatch, b.dispatched
	b.dispatch, b.dispatched = c, dispatchedCall(c.Stmt)
	context := b.context
	if n := len(context); n > 0 && context[n-1] == spec.Dispatch {
		b.context = context[:n-1]
	}
	b.fn.Stmt(c.Stmt)
	b.dispatch, b.dispatched, b.context = saved, call, context
}
