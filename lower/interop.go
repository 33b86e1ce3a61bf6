package lower

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/pragma"
	"ompcc/rt/abi"
)

// interop describes an interop construct for hostc (5.2 §14.1): its actions in
// the order of the clauses.
func (u *unit) interop(c *pragma.Construct) {
	h := &HostConstruct{Construct: c, Kind: abi.KindInterop}
	for _, cl := range c.Clauses {
		switch cl.Kind {
		case "init", "use":
			for _, it := range cl.Items {
				a := HostInterop{Action: string(cl.Kind), Object: it.Text}
				if cl.Kind == "init" {
					a.Request = cl.Interop()
				}
				h.Interop = append(h.Interop, a)
			}
		case "destroy":
			for _, e := range cl.Exprs {
				h.Interop = append(h.Interop, HostInterop{Action: "destroy", Object: e.Text})
			}
		}
	}
	u.deviceAndIf(c, h)
	u.taskClauses(c, h)
	u.prog.Host = append(u.prog.Host, h)
}

// appends reports whether a variant of list takes further arguments.
func appends(list []*fitting) bool {
	for _, f := range list {
		if f.decl != nil && f.decl.Clause("append_args") != nil {
			return true
		}
	}
	return false
}

// appendArgs writes a dispatched call of which a variant takes interoperability
// objects behind the arguments (5.2 §7.5.3). The arguments are evaluated once,
// into variables; each function then gets them in a call of its own.
func (u *unit) appendArgs(d *pragma.Construct, call *cc.PostfixExpression, name string, list []*fitting) {
	start, end := u.tree.Unit.NodeRange(call)
	var args []string
	at, opening := start, "({ "
	for a := call.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		from, to := u.tree.Unit.NodeRange(a.AssignmentExpression)
		v := fmt.Sprintf("__ompcc_g_%d_%d", d.Pragma.ID, len(args))
		args = append(args, v)
		u.prog.Edits = append(u.prog.Edits, &HostEdit{at, from, opening + "__auto_type " + v + " = ("})
		at, opening = to, "); "
	}
	if len(args) > 0 {
		opening = "); "
	}
	void := call.Type() == nil || call.Type().Kind() == cc.Void
	result := fmt.Sprintf("__ompcc_r_%d", d.Pragma.ID)
	var b strings.Builder
	if !void {
		fmt.Fprintf(&b, "__typeof__(%s(%s)) %s; ", name, strings.Join(args, ", "), result)
	}
	last := false
	for _, f := range append(list, &fitting{name: name}) {
		if last {
			break
		}
		last = len(f.conds) == 0
		fmt.Fprintf(&b, "if (%s) { %s } else ", f.condition(), u.appendedCall(d, f, args, result, void))
	}
	b.WriteString("{} ")
	if !void {
		b.WriteString(result + "; ")
	}
	u.prog.Edits = append(u.prog.Edits, &HostEdit{at, end, opening + b.String() + "})"})
	u.prog.Host = append(u.prog.Host, &HostConstruct{Construct: d, Kind: abi.KindInterop, Alternative: true})
}

// appendedCall calls f with args and its interoperability objects: those of the
// construct's interop clause, then new ones, which live as long as the call.
func (u *unit) appendedCall(d *pragma.Construct, f *fitting, args []string, result string, void bool) string {
	var before, after strings.Builder
	all := append([]string(nil), args...)
	if f.decl != nil {
		if cl := f.decl.Clause("append_args"); cl != nil {
			var given []*pragma.Item
			for _, c := range d.All("interop") {
				given = append(given, c.Items...)
			}
			for i, r := range cl.Append() {
				if i < len(given) {
					all = append(all, given[i].Text)
					continue
				}
				v := fmt.Sprintf("__ompcc_iop_%d_%d", d.Pragma.ID, i)
				all = append(all, v)
				fmt.Fprintf(&before, "void *%s = 0; %s ", v, InteropInit(d, "&"+v, "omp_get_default_device()", r))
				fmt.Fprintf(&after, " __ompcc_interop_destroy(&__ompcc_c_%d, &%s, 0);", d.Pragma.ID, v)
			}
		}
	}
	text := fmt.Sprintf("%s(%s);", f.name, strings.Join(all, ", "))
	if !void {
		text = result + " = " + text
	}
	decl := ""
	if before.Len() > 0 {
		decl = "extern int omp_get_default_device(void); "
	}
	return decl + before.String() + text + after.String()
}

// InteropInit is the statement that initialises the interoperability object at
// address object.
func InteropInit(c *pragma.Construct, object, device string, r pragma.InteropRequest) string {
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
	return fmt.Sprintf("__ompcc_interop_init(&__ompcc_c_%d, (void **)%s, %s, %d, %d, %s);", c.Pragma.ID, object, device, types, len(r.Prefer), prefer)
}
