package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower/cexpr"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// interop describes an interop construct for hostc (5.2 §14.1): its actions in
// the order of the clauses.
func (u *unit) interop(c *tree.Construct) {
	h := &HostConstruct{Construct: c, Kind: abi.KindInterop}
	for _, cl := range c.Clauses {
		switch cl.Kind {
		case spec.InitClause, spec.UseClause:
			for _, it := range cl.Items {
				a := HostInterop{Action: cl.Kind.String(), Object: it.Text}
				if cl.Kind == spec.InitClause {
					a.Request = cl.Interop()
				}
				h.Interop = append(h.Interop, a)
			}
		case spec.DestroyClause:
			for _, e := range cl.Exprs {
				h.Interop = append(h.Interop, HostInterop{Action: "destroy", Object: e.Text})
			}
		}
	}
	deviceAndIf(c, h)
	u.taskClauses(c, h)
	u.prog.Host = append(u.prog.Host, h)
}

// appends reports whether a variant of list takes further arguments.
func appends(list []*fitting) bool {
	for _, f := range list {
		if f.decl != nil && f.decl.Clause(spec.AppendArgsClause) != nil {
			return true
		}
	}
	return false
}

// callWithArguments writes a call that takes more than another function's name: a variant gets interoperability
// objects behind the fixed arguments (5.2 §7.5.3), or a condition of one names arguments (§7.2). It evaluates the
// arguments once, into variables except for constants. Each function then gets them in a call of its own. d is the
// dispatch construct around the call, if any. A call that is a statement, alone, has no result.
func (u *unit) callWithArguments(d *tree.Construct, call *cc.PostfixExpression, alone bool, name string,
	list []*fitting) {
	start, end := u.tree.Unit.NodeRange(call)
	c := &argumentCall{u: u, d: d, call: call, named: namesArguments(list)}
	at, opening := start, "({ "
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		from, to := u.tree.Unit.NodeRange(a.AssignmentExpression)
		v := fmt.Sprintf("__ompcc_g_%d_%d", start, len(c.args))
		text := opening + cexpr.Expand("ARGUMENT_IS", v)
		if _, constant := ctree.ConstInt(a.AssignmentExpression); constant {
			v = "(" + string(u.tree.Unit.Text[from:to]) + ")" // a null pointer is no int
			text = opening + cexpr.Expand("ARGUMENT_UNUSED")
		}
		c.args, c.nodes = append(c.args, v), append(c.nodes, a.AssignmentExpression)
		u.prog.Edits = append(u.prog.Edits, newEdit(at, from, text))
		at, opening = to, "); "
	}
	if len(c.args) > 0 {
		opening = "); "
	}
	void := alone || call.Type() == nil || call.Type().Kind() == cc.Void
	if !void {
		c.result = fmt.Sprintf("__ompcc_r_%d", start)
	}
	var b strings.Builder
	if !void {
		b.WriteString(cexpr.Expand("RESULT_OF", c.result, calling(name, c.args)) + " ")
	}
	for _, f := range append(list, &fitting{name: name}) {
		b.WriteString(cexpr.Expand("CALL_IF", f.conditionOf(c.args), c.text(f)) + " ")
		if len(f.conds) == 0 {
			break
		}
	}
	b.WriteString("{} ")
	if !void {
		b.WriteString(c.result + "; ")
	}
	u.prog.Edits = append(u.prog.Edits, newEdit(at, end, opening+b.String()+"})"))
	if appends(list) {
		u.prog.Host = append(u.prog.Host, &HostConstruct{Construct: d, Kind: abi.KindInterop, Alternative: true})
	}
}

// argumentCall is a call whose arguments are in variables.
type argumentCall struct {
	u      *unit
	d      *tree.Construct
	call   *cc.PostfixExpression
	args   []string
	nodes  []cc.ExpressionNode
	result string // the variable for the result, "" if there is none
	named  bool   // a condition names arguments
}

// text calls f with device pointers for the arguments that its adjust_args asks for, unless they already are device
// pointers. The call also gets the interoperability objects: those of the construct's interop clause, then new
// ones, which live as long as the call.
func (c *argumentCall) text(f *fitting) string {
	var before, after strings.Builder
	all := append([]string(nil), c.args...)
	if f.decl != nil && c.d != nil {
		if c.named {
			c.adjust(f, all)
		}
		if cl := f.decl.Clause(spec.AppendArgsClause); cl != nil {
			at := c.fixed()
			all = slices.Insert(all, at, c.objects(cl, &before, &after)...)
		}
	}
	text := calling(f.name, all) + ";"
	if c.result != "" {
		text = c.result + " = " + text
	}
	decl := ""
	if before.Len() > 0 {
		decl = "extern int omp_get_default_device(void); "
	}
	return decl + before.String() + text + after.String()
}

// fixed counts the arguments in front of the variadic ones, where the interoperability
// objects are inserted (6.0 §9.6.3).
func (c *argumentCall) fixed() int {
	t := c.call.PostfixExpression.Type().Undecay()
	if p, ok := t.(*cc.PointerType); ok {
		t = p.Elem()
	}
	if ft, ok := t.(*cc.FunctionType); ok && ft.IsVariadic() {
		return min(len(ft.Parameters()), len(c.args))
	}
	return len(c.args)
}

// adjust replaces those of args that f takes as device pointers (5.2 §7.5.2).
func (c *argumentCall) adjust(f *fitting, args []string) {
	for _, cl := range f.decl.All(spec.AdjustArgsClause) {
		if !cl.HasModifier("need_device_ptr") {
			continue
		}
		for _, it := range cl.Items {
			for _, arg := range argumentsFor(c.call, f.decl.Target, it) {
				for i, n := range c.nodes {
					if n == arg && !c.u.isDevicePointer(c.d, arg) {
						before, after := devicePointer(cl, "1")
						args[i] = before + args[i] + after
					}
				}
			}
		}
	}
}

// objects are the interoperability objects that append_args adds.
func (c *argumentCall) objects(cl *tree.Clause, before, after *strings.Builder) (list []string) {
	var given []*tree.Item
	for _, i := range c.d.All(spec.InteropClause) {
		given = append(given, i.Items...)
	}
	for i, r := range cl.Append() {
		if i < len(given) {
			list = append(list, given[i].Text)
			continue
		}
		v := fmt.Sprintf("__ompcc_iop_%d_%d", c.d.Pragma.ID, i)
		list = append(list, "(omp_interop_t)"+v)
		before.WriteString(cexpr.Expand("INTEROP_OBJECT", v) + " " +
			InteropInit(c.d, "&"+v, "omp_get_default_device()", r) + " ")
		after.WriteString(" " + cexpr.Expand("INTEROP_DESTROY", constructName(c.d), v))
	}
	return list
}

// calling is a call of function name.
func calling(name string, args []string) string {
	texts := make([]*cexpr.Expr, len(args))
	for i, a := range args {
		texts[i] = cexpr.Text(a)
	}
	return cexpr.Call(name, texts...).String()
}

// constructName is the variable with the descriptor of c in the host's code.
func constructName(c *tree.Construct) string { return fmt.Sprintf("__ompcc_c_%d", c.Pragma.ID) }

// InteropInit is the statement that initialises the interoperability object at
// address object.
func InteropInit(c *tree.Construct, object, device string, r tree.InteropRequest) string {
	types := 0
	if r.Target {
		types |= 1
	}
	if r.TargetSync {
		types |= 2
	}
	prefer := "(const int *)0"
	if len(r.Prefer) > 0 {
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(r.Prefer), " ", ", "), "[]")
		prefer = "(const int[]){" + list + "}"
	}
	return cexpr.Expand("INTEROP_INIT", constructName(c), object, device, strconv.Itoa(types),
		strconv.Itoa(len(r.Prefer)), prefer)
}
