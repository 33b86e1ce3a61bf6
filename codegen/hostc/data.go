package hostc

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// data writes a target data construct. Inside its body the list items of
// use_device_ptr and use_device_addr denote what the runtime has put into the
// arguments (OpenMP 5.2 §5.4.2, §5.4.4).
func (w *writer) data(b *strings.Builder, h *lower.HostConstruct) {
	c := h.Construct
	w.call(b, c, fmt.Sprintf("__ompcc_data_begin(%s)", w.arguments(h)))
	b.WriteString("{\n")
	saved := w.rename
	w.deviceNames(b, h)
	b.WriteString(taskWriter{w}.bodyTask(c))
	b.WriteString(w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, c.End))
	w.rename = saved
	b.WriteString(w.generated(c.End) + "}\n")
	w.call(b, c, fmt.Sprintf("__ompcc_data_end(%s)", w.arguments(h)))
}

// bodyData are the clauses that give the body of a target data construct data of its
// own, besides default.
var bodyData = []spec.ClauseKind{spec.PrivateClause, spec.FirstprivateClause, spec.InReductionClause, spec.DetachClause,
	spec.AllocateClause}

// bodyTask makes the body of a target data construct the included task that it is
// from 6.0 on (OpenMP 6.0 §15.7), if it has clauses that give it data of its own.
func (w taskWriter) bodyTask(c *tree.Construct) string {
	text := clauseTexts(c, bodyData...)
	if cl := c.Clause(spec.DefaultClause); cl != nil && (cl.Words[0] == "private" || cl.Words[0] == "firstprivate") {
		if names := w.unlisted(c); len(names) > 0 {
			text += " " + cl.Words[0] + "(" + strings.Join(names, ", ") + ")"
		}
	}
	if text != "" {
		text = "#pragma omp task if(0) default(shared)" + w.expr(text) + "\n"
		if c.Imports() {
			text = "#pragma omp taskwait\n" + text
		}
	}
	if groupsBody(c) {
		// Of a transparent task the child tasks are done before the next task.
		text += "#pragma omp taskgroup\n"
	}
	return text
}

// groupsBody reports whether the body of a target data construct is a taskgroup.
func groupsBody(c *tree.Construct) bool {
	return c.GroupsTasks() && c.Version() >= 60 || c.Transparent()
}

// bodyIsTask reports whether the body of a target data construct is a task or a taskgroup
// in the host's text.
func bodyIsTask(c *tree.Construct) bool {
	has := func(k spec.ClauseKind) bool { return c.Clause(k) != nil }
	return groupsBody(c) || has(spec.DefaultClause) || slices.ContainsFunc(bodyData, has)
}

// unlisted are the automatic variables that c's body uses, declared outside of it
// and named in no clause of c. A default clause would be for hostc's variables too.
func (w *writer) unlisted(c *tree.Construct) (names []string) {
	seen := map[*cc.Declarator]bool{}
	for _, cl := range c.Clauses {
		for _, it := range cl.Items {
			seen[it.Decl] = true
		}
	}
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok || seen[d] || d.Type().Kind() == cc.Function {
			return true
		}
		seen[d] = true
		if off := w.u.Offset(d); ctree.IsAutomatic(d) && (off < c.StmtStart || off >= c.End) {
			names = append(names, d.Name())
		}
		return true
	})
	return names
}

// deviceNames declares the variables that hide the list items of use_device_ptr
// and use_device_addr. A pointer is hidden by one of the same name. C has no
// reference that could stand for another object, so each use of a list item
// that is to have another address is written as *pointer (see collectUses).
func (w *writer) deviceNames(b *strings.Builder, h *lower.HostConstruct) {
	id := h.Construct.Pragma.ID
	for i, it := range h.Items {
		if !isUseDevice(it) {
			continue
		}
		name, orig := it.Decl.Name(), w.expr(it.Decl.Name())
		value := fmt.Sprintf("__ompcc_a_%d[%d].base", id, i)
		if byReference(it) {
			fmt.Fprintf(b, "__typeof__(%s) *__ompcc_u_%d_%s = %s;\n", orig, id, name, value)
			w.setName(name, fmt.Sprintf("(*__ompcc_u_%d_%s)", id, name))
		} else {
			fmt.Fprintf(b, "__typeof__(%s) %s = %s;\n", orig, name, value)
			w.setName(name, name)
		}
	}
}

// setName makes name denote expr from here on, in a copy of w.rename.
func (w *writer) setName(name, expr string) {
	m := map[string]string{name: expr}
	for k, v := range w.rename {
		if k != name {
			m[k] = v
		}
	}
	w.rename = m
}

func isUseDevice(it *lower.HostItem) bool {
	return it.Decl != nil && (it.Kind == abi.ItemUseDevicePtr || it.Kind == abi.ItemUseDeviceAddr)
}

// byReference reports whether uses of the item's variable have to be rewritten.
// The pointer of a section, p[0:n], is hidden by one that gives its device address.
func byReference(it *lower.HostItem) bool {
	if isPointer(it.Decl) {
		return it.Kind == abi.ItemUseDeviceAddr && it.Name == it.Decl.Name()
	}
	return true
}

// collectUses adds an edit for each use, in the body of h, of a variable that
// has to be written as *pointer there.
func (w *writer) collectUses(h *lower.HostConstruct) {
	if h.Kind != abi.KindData || h.Construct.Stmt == nil {
		return
	}
	for _, it := range h.Items {
		if isUseDevice(it) && byReference(it) {
			w.collectUsesOf(it.Decl, h)
		}
	}
}

func (w *writer) collectUsesOf(d *cc.Declarator, h *lower.HostConstruct) {
	name := d.Name()
	ctree.Walk(h.Construct.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent || x.ResolvedTo() != cc.Node(d) || w.u.InPragma(x) != nil {
			return true
		}
		start, end := w.u.NodeRange(x)
		if !w.hasEdit(start, end) {
			w.edits = append(w.edits, &edit{start: start, end: end, text: func() string { return w.expr(name) }, inline: true})
		}
		return true
	})
}

// hasEdit reports whether the bytes [start, end) have an edit of their own.
func (d *document) hasEdit(start, end int) bool {
	for _, e := range d.edits {
		if e.start == start && e.end == end {
			return true
		}
	}
	return false
}
