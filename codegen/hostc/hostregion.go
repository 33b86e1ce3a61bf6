package hostc

import (
	"fmt"
	"maps"
	"ompcc/lower/cexpr"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// The host's version of a target region is a task that the runtime takes, so that it executes it with a new initial
// thread (rt/capi/task/region.c). A thread-local variable of the host is another one there. Clang lets no task name
// some variables of the encountering task: those that reductions around the construct combine, and structures with
// a flexible array member. Gcc refuses _Atomic variables in the target construct that some host versions begin
// with. Such a taskVariable has a pointer outside of the task.

// taskVariable is a variable that a task names through a pointer.
type taskVariable struct {
	decl *cc.Declarator
	way  taskAccess
}

// taskAccess is how the code in the task accesses a taskVariable.
type taskAccess int

const (
	dereferenced taskAccess = iota // each use is written as an access through the pointer
	copied                         // the task has a copy, so that clauses can list it
	pointed                        // the name is a pointer's to the array's first element, so that clauses can list sections
	impossible                     // the region stays in the task around it
)

// pointer is the name of v's pointer in construct c.
func (v taskVariable) pointer(c *tree.Construct) string {
	return fmt.Sprintf("__ompcc_s_%d_%s", c.Pragma.ID, v.decl.Name())
}

// expression is what stands for v in the task of c.
func (v taskVariable) expression(c *tree.Construct) string { return "(*" + v.pointer(c) + ")" }

// collectTaskVariables finds the variables of h's region that its task names through pointers, and adds an edit for
// each of their uses.
func (w taskWriter) collectTaskVariables(h *lower.HostConstruct) {
	c := h.Construct
	if h.Kind != abi.KindTarget || c.Stmt == nil {
		return
	}
	clang := !w.opts.Host.GCC
	reduced := reducedAround(c)
	own := map[string]bool{}
	for _, s := range h.Shadows {
		own[s.Name] = true
	}
	seen := map[*cc.Declarator]bool{}
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok || seen[d] || d.Type() == nil || own[d.Name()] {
			return true
		}
		seen[d] = true
		if clang && reduced[d] != nil ||
			!w.declaredIn(c, d) && (d.IsThreadLocal() || clang && hasFlexibleArray(d.Type())) {
			v := taskVariable{decl: d, way: accessInTask(c, d, reduced[d])}
			if w.p.ThreadLocals[ctree.SymbolOf(d)] {
				v.way = impossible
			}
			w.addTaskVariable(h, v)
		} else if !clang && w.p.IsAtomic(d) && !w.declaredIn(c, d) && accessInTask(c, d, nil) == dereferenced {
			w.addTaskVariable(h, taskVariable{decl: d, way: dereferenced})
		}
		return true
	})
}

func (w taskWriter) addTaskVariable(h *lower.HostConstruct, v taskVariable) {
	w.taskVariables[h.Construct] = append(w.taskVariables[h.Construct], v)
	if v.way == dereferenced {
		w.collectUsesOf(v.decl, h)
	}
}

// reducedAround are the list items of reductions of the constructs around c, by their variables.
func reducedAround(c *tree.Construct) map[*cc.Declarator]*tree.Item {
	reduced := map[*cc.Declarator]*tree.Item{}
	for p := c.Parent; p != nil; p = p.Parent {
		for _, cl := range p.All(spec.ReductionClause) {
			for _, it := range cl.Items {
				reduced[it.Decl] = it
			}
		}
	}
	return reduced
}

// accessInTask says how the region of c accesses d, by the clauses of the constructs in it that list d. Where reduced
// is a section of the array d, the rest of the array may be other threads' storage, of which there is no copy.
func accessInTask(c *tree.Construct, d *cc.Declarator, reduced *tree.Item) taskAccess {
	listed, whole := false, false
	for _, in := range append(alone(c), c) {
		for _, cl := range in.Clauses {
			if in == c && mapsForDevice[cl.Kind] {
				continue
			}
			for _, it := range cl.Items {
				listed = listed || it.Decl == d
				whole = whole || it.Decl == d && len(it.Sections) == 0 && cl.Kind != spec.SharedClause
			}
		}
	}
	switch {
	case !listed:
		return dereferenced
	case reduced == nil:
		return impossible
	case !ctree.IsArrayVariable(d) || len(reduced.Sections) == 0:
		return copied
	case whole || usedWhole(c.Stmt, d):
		return impossible
	}
	return pointed
}

// mapsForDevice are the clauses of a target construct that its host version does not have.
var mapsForDevice = map[spec.ClauseKind]bool{spec.MapClause: true, spec.PrivateClause: true,
	spec.FirstprivateClause: true, spec.IsDevicePtrClause: true, spec.HasDeviceAddrClause: true,
	spec.DependClause: true}

// usedWhole reports whether s uses the array d otherwise than as a pointer to its first element (C17 6.3.2.1p3).
func usedWhole(s *cc.Statement, d *cc.Declarator) (found bool) {
	ctree.Walk(s, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionAddrof:
				found = found || ctree.VarOf(x.CastExpression) == d
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr:
				found = found || ctree.Mentions(x.UnaryExpression, d)
			}
		case *cc.TypeSpecifier:
			found = found || x.Case == cc.TypeSpecifierTypeofExpr && ctree.Mentions(x.ExpressionList, d)
		}
		return !found
	})
	return found
}

// hasFlexibleArray reports whether t is a structure that ends with a flexible array member (C17 6.7.2.1p18).
func hasFlexibleArray(t cc.Type) bool {
	st, ok := t.(*cc.StructType)
	if !ok || st.NumFields() == 0 {
		return false
	}
	last := st.FieldByIndex(st.NumFields() - 1).Type()
	if a, ok := last.(*cc.ArrayType); ok {
		return a.Len() < 0
	}
	return hasFlexibleArray(last)
}

// staysInTask reports whether the region of c stays in the task around it.
func (w taskWriter) staysInTask(c *tree.Construct) bool {
	return slices.ContainsFunc(w.taskVariables[c], func(v taskVariable) bool { return v.way == impossible })
}

// pointsInTask reports whether d's name is a pointer's in c.
func (w taskWriter) pointsInTask(c *tree.Construct, d *cc.Declarator) bool {
	for ; c != nil; c = c.Parent {
		if !w.staysInTask(c) && slices.Contains(w.taskVariables[c], taskVariable{decl: d, way: pointed}) {
			return true
		}
	}
	return false
}

// taskExpressions are the expressions for the variables in the clauses of c that a task around it names through
// pointers.
func (w taskWriter) taskExpressions(c *tree.Construct) map[string]string {
	names := map[string]string{}
	for around := c; around != nil; around = around.Parent {
		if w.staysInTask(around) {
			continue
		}
		for _, v := range w.taskVariables[around] {
			if v.way == dereferenced && slices.ContainsFunc(c.Marker.Args, func(x cc.ExpressionNode) bool { return ctree.Mentions(x, v.decl) }) {
				names[v.decl.Name()] = v.expression(around)
			}
		}
	}
	return names
}

// hostRegion begins the task. It returns what ends it.
func (w taskWriter) hostRegion(b *strings.Builder, c *tree.Construct) (end func()) {
	list := w.taskVariables[c]
	saved := w.rename
	if len(list) > 0 {
		b.WriteString("{\n")
		w.rename = maps.Clone(w.rename)
	}
	if w.rename == nil {
		w.rename = map[string]string{}
	}
	for _, v := range list {
		b.WriteString(cexpr.Expand("POINTER_TO", v.pointer(c), w.expr(v.decl.Name())) + "\n")
	}
	inside, copiesBack := "", ""
	for _, v := range list {
		name := v.decl.Name()
		switch delete(w.rename, name); v.way {
		case dereferenced:
			w.rename[name] = v.expression(c)
		case pointed:
			inside += cexpr.Expand("ELEMENTS_AT", name, v.pointer(c)) + "\n"
		case copied:
			copiesBack += cexpr.Expand("COPY_TO", v.pointer(c), name) + "\n"
		}
	}
	if copiesBack != "" {
		b.WriteString("{\n")
	}
	for _, v := range list {
		if v.way == copied {
			b.WriteString(cexpr.Expand("OBJECT_LIKE", v.decl.Name(), v.pointer(c)) + "\n" + cexpr.Expand("COPY_FROM", v.decl.Name(),
				v.pointer(c)) + "\n")
		}
	}
	b.WriteString(w.directiveLine(c) + "__ompcc_host_region();\n#pragma omp task default(shared)\n{\n" + inside)
	return func() {
		b.WriteString("}\n" + copiesBack)
		if copiesBack != "" {
			b.WriteString("}\n")
		}
		if len(list) > 0 {
			b.WriteString("}\n")
		}
		w.rename = saved
	}
}
