// Rewriting of host calls to variants, and of dispatch constructs.

package lower

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/parse/ctree"
	"ompcc/parse/diag"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// HostEdit replaces the bytes [Start, End) of the unit's text in the host's text.
type HostEdit struct {
	Start, End int
	Text       string
	// When is the context to which the edit applies, if enclosing metadirectives make contexts differ; nil: always.
	When *HostContext
}

func newEdit(start, end int, text string) *HostEdit {
	return &HostEdit{Start: start, End: end, Text: text}
}

// HostContext is a context of constructs Between, inside an alternative of metadirective Outer (HostChoice).
type HostContext struct {
	Outer           *HostMeta
	Around, Between []spec.DirectiveKind
}

// hostCalls replaces host calls of functions with variants by calls of the variants that fit the context
// (OpenMP 5.2 §7.5). It also rewrites dispatch constructs.
func (u *unit) hostCalls() {
	dispatched := map[*cc.PostfixExpression]*tree.Construct{}
	for _, c := range u.tree.All {
		if c != nil && c.Kind == spec.Dispatch && c.Stmt != nil {
			call := dispatchedCall(c.Stmt)
			if call == nil {
				u.errorf(c.Pos(), diag.BadDispatch,
					"directive 'dispatch' must be followed by a call or an assignment of a call").
					WithSection("5.2 §7.6").
					WithFix("write the call directly after the directive, for example x = f(a);")
				continue
			}
			dispatched[call] = c
			u.dispatch(c)
		}
	}
	if len(u.variants) == 0 {
		return
	}
	var statement cc.ExpressionNode // the expression statement that the walk is in
	for tu := u.tree.Unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if tu.ExternalDeclaration == nil || tu.ExternalDeclaration.FunctionDefinition == nil {
			continue
		}
		fn := tu.ExternalDeclaration.FunctionDefinition
		ctree.Walk(fn, func(n cc.Node) bool {
			if s, ok := n.(*cc.ExpressionStatement); ok {
				statement = s.ExpressionList
			}
			if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall &&
				u.tree.Unit.InPragma(call) == nil {
				u.hostCall(fn, call, dispatched[call], statement == cc.ExpressionNode(call))
			}
			return true
		})
	}
}

// dispatchedCall returns the call that is statement s, or whose value s assigns.
func dispatchedCall(s *cc.Statement) *cc.PostfixExpression {
	if s.Case != cc.StatementExpr || s.ExpressionStatement.ExpressionList == nil {
		return nil
	}
	var x cc.ExpressionNode = s.ExpressionStatement.ExpressionList
	for {
		x = ctree.Strip(x)
		switch e := x.(type) {
		case *cc.AssignmentExpression:
			if e.Case != cc.AssignmentExpressionAssign {
				return nil
			}
			x = e.AssignmentExpression
		case *cc.CastExpression:
			x = ctree.StripCast(x)
			if x == cc.ExpressionNode(e) {
				return nil
			}
		case *cc.PostfixExpression:
			if e.Case == cc.PostfixExpressionCall {
				return e
			}
			return nil
		default:
			return nil
		}
	}
}

// fitting is a variant that may replace a call, under a condition that the running program evaluates.
type fitting struct {
	name  string
	user  []*tree.Expr
	conds []string // user as C expressions
	extra string   // a further condition besides user, "" if none
	decl  *tree.Construct
	score int64
}

// fittingVariants returns the variants of name that may replace a call in context x, by descending score. The list
// ends with the first variant that needs no condition.
func (u *unit) fittingVariants(name string, x *context, call *cc.PostfixExpression) []*fitting {
	var list []*fitting
	var selections []*selection
	for _, c := range u.variants[name] {
		cl := c.Clause(spec.MatchClause)
		if cl == nil || c.Args == nil || len(c.Args.Words) == 0 {
			continue
		}
		s := x.eval(cl.Selector)
		if s.never || u.isLate(c, call) {
			continue
		}
		selections = append(selections, s)
		f := &fitting{name: c.Args.Words[0], decl: c, user: s.user}
		for _, e := range s.user {
			f.conds = append(f.conds, paren(e))
		}
		list = append(list, f)
	}
	rescore(selections)
	for i, f := range list {
		f.score = selections[i].score
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].score > list[j].score })
	for i, f := range list {
		if len(f.conds) == 0 {
			return list[:i+1]
		}
	}
	return list
}

// isLate reports whether declare variant directive c follows the call. Then the call keeps its function (5.2 §7.5).
func (u *unit) isLate(c *tree.Construct, call *cc.PostfixExpression) bool {
	if call == nil || c.Pragma.Start < u.tree.Unit.Offset(call) {
		return false
	}
	if !u.late[call] {
		u.late[call] = true
		u.diags.Warnf(u.tree.Unit.NodeSpan(call), diag.OmpLateVariant,
			"variant '%s' is not used for this call: it is declared only after the call", c.Args.Words[0]).
			WithSection("5.2 §7.5").WithNote(diag.Span{Pos: c.Pos()}, "'%s' is here", c.Kind).
			WithFix("move the directive and the declaration of the function before the call")
	}
	return true
}

// chain returns the C expression that selects a variant of list, or base if no condition is true.
func chain(list []*fitting, base string) string {
	text := base
	for i := len(list) - 1; i >= 0; i-- {
		if len(list[i].conds) == 0 {
			text = list[i].name
			continue
		}
		text = fmt.Sprintf("(%s ? %s : %s)", strings.Join(list[i].conds, " && "), list[i].name, text)
	}
	return text
}

// hostCall rewrites one call in the host's text. d is the dispatch construct of the call, or nil. alone is set if the
// call is a statement.
func (u *unit) hostCall(fn *cc.FunctionDefinition, call *cc.PostfixExpression, d *tree.Construct, alone bool) {
	callee := ctree.VarOf(call.PostfixExpression)
	if callee == nil || !ctree.IsFunction(callee) || len(u.variants[callee.Name()]) == 0 {
		return
	}
	start, _ := u.tree.Unit.NodeRange(call.PostfixExpression)
	m := &HostMeta{Construct: &tree.Construct{Parent: u.constructAt(fn, start)}}
	contexts := u.around(m)
	for _, around := range contexts {
		n := len(u.prog.Edits)
		x := &context{u: u, constructs: slices.Concat(u.variantConstructs(fn.Declarator.Name()), around)}
		u.hostCallIn(x, callee.Name(), call, d, alone)
		for _, e := range u.prog.Edits[n:] {
			if len(contexts) > 1 {
				e.When = &HostContext{Outer: m.Outer, Around: around, Between: m.Between}
			}
		}
	}
}

// hostCallIn rewrites a call of function name for context x.
func (u *unit) hostCallIn(x *context, name string, call *cc.PostfixExpression, d *tree.Construct, alone bool) {
	start, end := u.tree.Unit.NodeRange(call.PostfixExpression)
	list := u.fittingVariants(name, x, call)
	if d != nil {
		with := *x
		with.constructs = append(append([]spec.DirectiveKind(nil), x.constructs...), spec.Dispatch)
		list = dispatchedTo(d, name, list, u.fittingVariants(name, &with, call))
		u.checkGivenObjects(d, list)
	}
	if d != nil && appends(list) || namesArguments(list) {
		if d != nil && !namesArguments(list) {
			u.adjustArgs(d, call, list)
		}
		u.callWithArguments(d, call, alone, name, list)
		return
	}
	if d != nil {
		u.adjustArgs(d, call, list)
	}
	if text := chain(list, name); text != name {
		u.prog.Edits = append(u.prog.Edits, newEdit(start, end, text))
	}
}

// checkGivenObjects reports an error unless each variant that dispatch construct d may call accepts all objects of
// d's interop clause (6.0 §9.7.1).
func (u *unit) checkGivenObjects(d *tree.Construct, list []*fitting) {
	var given []*tree.Item
	for _, cl := range d.All(spec.InteropClause) {
		given = append(given, cl.Items...)
	}
	for _, f := range list {
		if f.decl == nil {
			continue
		}
		n := 0
		if cl := f.decl.Clause(spec.AppendArgsClause); cl != nil {
			n = len(cl.Words)
		}
		if n < len(given) {
			u.errorf(given[n].Span.Pos, diag.InteropCount,
				"too many interoperability objects: clause 'append_args' of variant '%s' takes %d, found %d", f.name,
				n, len(given)).
				WithSection("6.0 §9.7.1").WithFix("remove it, or add interop(…) to append_args of %s", f.name)
			return
		}
	}
}

// dispatchedTo applies novariants and nocontext (5.2 §7.6.1, §7.6.2). plain holds the variants for the context without
// the dispatch construct, list those for the context with it.
func dispatchedTo(d *tree.Construct, name string, plain, list []*fitting) []*fitting {
	var first []*fitting
	if cl := d.Clause(spec.NovariantsClause); cl != nil {
		switch v, ok := clauseValue(cl); {
		case ok && v:
			return nil
		case !ok:
			first = append(first, &fitting{name: name, conds: []string{paren(cl.Exprs[0])}})
		}
	}
	if cl := d.Clause(spec.NocontextClause); cl != nil {
		switch v, ok := clauseValue(cl); {
		case ok && v:
			list = plain
		case !ok:
			for _, f := range plain {
				g := *f
				g.conds, g.extra = append([]string{paren(cl.Exprs[0])}, f.conds...), paren(cl.Exprs[0])
				first = append(first, &g)
			}
			if n := len(plain); n == 0 || len(plain[n-1].conds) > 0 {
				first = append(first, &fitting{name: name, conds: []string{paren(cl.Exprs[0])}})
			}
		}
	}
	return append(first, list...)
}

// clauseValue returns the truth value of a clause's expression if it is constant. Without an expression it is true.
func clauseValue(cl *tree.Clause) (value, constant bool) {
	if len(cl.Exprs) == 0 {
		return true, true
	}
	v, ok := ctree.ConstInt(cl.Exprs[0].Node)
	return v != 0, ok
}

// namesArguments reports whether a condition refers to arguments of the call.
func namesArguments(list []*fitting) bool {
	for _, f := range list {
		for _, e := range f.user {
			if len(e.Params) > 0 {
				return true
			}
		}
	}
	return false
}

// conditionOf returns the C expression under which the host calls f with args.
func (f *fitting) conditionOf(args []string) string {
	if len(f.user) == 0 {
		return f.condition()
	}
	var all []string
	if f.extra != "" {
		all = append(all, f.extra)
	}
	for _, e := range f.user {
		text := paren(e)
		if len(e.Params) > 0 {
			text = "({ "
			for _, p := range e.Params {
				text += cexpr.Expand("PASS", p.Text, args[p.Index]) + " "
			}
			text += paren(e) + "; })"
		}
		all = append(all, text)
	}
	return "(" + strings.Join(all, " && ") + ")"
}

// condition returns the C expression under which the host calls f.
func (f *fitting) condition() string {
	if len(f.conds) == 0 {
		return "1"
	}
	return "(" + strings.Join(f.conds, " && ") + ")"
}

// adjustArgs converts the arguments that adjust_args names to device pointers, where the host calls the variant with
// that clause (5.2 §7.5.2).
func (u *unit) adjustArgs(d *tree.Construct, call *cc.PostfixExpression, list []*fitting) {
	cond := "1"
	for _, f := range list {
		own := f.condition()
		if f.decl != nil {
			for _, cl := range f.decl.All(spec.AdjustArgsClause) {
				if !cl.HasModifier("need_device_ptr") {
					continue
				}
				for _, it := range cl.Items {
					for _, arg := range argumentsFor(call, f.decl.Target, it) {
						u.deviceArg(d, arg, cl, cond+" && "+own)
					}
				}
			}
		}
		cond += " && !" + own
	}
}

// deviceArg converts an argument to a device pointer, as the adjust_args clause cl asks for, if cond is true, unless
// is_device_ptr lists it.
func (u *unit) deviceArg(d *tree.Construct, arg cc.ExpressionNode, cl *tree.Clause, cond string) {
	if u.isDevicePointer(d, arg) {
		return
	}
	start, end := u.tree.Unit.NodeRange(arg)
	before, after := devicePointer(cl, cond)
	u.prog.Edits = append(u.prog.Edits, newEdit(start, start, before), newEdit(end, end, after))
}

// devicePointer returns the C text before and after a pointer that converts it to a device pointer if cond is true.
// A pointer without one becomes NULL (6.0 §9.6.2), or stays with fb_preserve (6.1).
func devicePointer(cl *tree.Clause, cond string) (before, after string) {
	after = cexpr.Expand("DEVICE_POINTER_IF", cond)
	if cl.Modifier("need_device_ptr").Word == "fb_preserve" {
		after = cexpr.Expand("DEVICE_POINTER_OR_OWN_IF", cond)
	}
	return cexpr.Expand("DEVICE_POINTER_OF"), after
}

// isDevicePointer reports whether an is_device_ptr clause of d lists arg.
func (u *unit) isDevicePointer(d *tree.Construct, arg cc.ExpressionNode) bool {
	start, end := u.tree.Unit.NodeRange(arg)
	for _, cl := range d.All(spec.IsDevicePtrClause) {
		for _, it := range cl.Items {
			if it.Text == strings.TrimSpace(string(u.tree.Unit.Text[start:end])) {
				return true
			}
		}
	}
	return false
}

// argumentsFor returns the call's arguments for those parameters of fn that a list item denotes. For a range, it
// returns only pointers.
func argumentsFor(call *cc.PostfixExpression, fn *cc.Declarator, it *tree.Item) (list []cc.ExpressionNode) {
	names := tree.ParameterNames(fn)
	var args []cc.ExpressionNode
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	first, last, ok := it.ParameterNumbers(names, len(args))
	if !ok {
		return nil
	}
	for n := max(first, 1); n <= min(last, len(args)); n++ {
		if first == last || args[n-1].Type().Decay().Kind() == cc.Ptr {
			list = append(list, args[n-1])
		}
	}
	return list
}

// interopDeviceNum is omp_ipr_device_num: the property that holds an interoperability object's device number
// (5.2 §18.12).
const interopDeviceNum = -5

// dispatch rewrites a dispatch construct. With depend or nowait clauses it becomes a task. With a device clause or an
// interoperability object, the text sets the default device for the duration of the call.
func (u *unit) dispatch(c *tree.Construct) {
	text, end := "", ""
	id := strconv.Itoa(c.Pragma.ID)
	saved := "__ompcc_dd_" + id
	if cl := c.Clause(spec.DeviceClause); cl != nil && len(cl.Exprs) > 0 {
		text = cexpr.Expand("DEFAULT_DEVICE_IS", saved, strings.TrimSpace(cl.Exprs[0].Text))
		end = " " + cexpr.Expand("DEFAULT_DEVICE_WAS", saved)
	} else if cl := c.Clause(spec.InteropClause); cl != nil && len(cl.Items) == 1 {
		// The object determines the device (6.0 §9.7). The file need not include omp.h.
		text = cexpr.Expand("DEFAULT_DEVICE_OF", saved, "__ompcc_dr_"+id, "__ompcc_dn_"+id, cl.Items[0].Text,
			strconv.Itoa(interopDeviceNum))
		end = " " + cexpr.Expand("DEFAULT_DEVICE_WAS", saved)
	}
	depend := c.All(spec.DependClause)
	nowait := c.Clause(spec.NowaitClause) != nil
	if nowait || len(depend) > 0 {
		text += "\n#pragma omp task default(shared)"
		if !nowait {
			text += " if(0)"
		} else if e := clauseExpr(c, spec.NowaitClause); e != nil {
			text += " if" + paren(e)
		}
		for _, cl := range depend {
			text += " " + strings.TrimRight(c.DependText(cl), ", ")
		}
	}
	u.prog.Edits = append(u.prog.Edits, newEdit(c.Pragma.Start, c.Pragma.End, text))
	if end != "" {
		u.prog.Edits = append(u.prog.Edits, newEdit(c.End, c.End, end))
	}
}

// constructAt returns the innermost construct of function fn around byte offset off, or nil.
func (u *unit) constructAt(fn *cc.FunctionDefinition, off int) (in *tree.Construct) {
	for _, c := range u.tree.All {
		if c != nil && c.Func == fn && c.Stmt != nil && c.StmtStart <= off && off < c.End && c.Kind != spec.Dispatch {
			in = c
		}
	}
	return in
}

// variantConstructs returns the constructs of the selector for which function name is a variant. They count as
// enclosing constructs of its body (5.2 §7.1).
func (u *unit) variantConstructs(name string) []spec.DirectiveKind {
	var r []spec.DirectiveKind
	for _, list := range u.variants {
		for _, c := range list {
			if c.Args == nil || len(c.Args.Words) == 0 || c.Args.Words[0] != name || c.Clause(spec.MatchClause) == nil {
				continue
			}
			for _, s := range c.Clause(spec.MatchClause).Selector {
				for _, t := range s.Traits {
					if s.Name == "construct" {
						r = append(r, spec.DirectiveNamed(t.Name))
					}
				}
			}
			return r
		}
	}
	return nil
}
