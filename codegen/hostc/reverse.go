package hostc

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/pragma/tree"
)

// collectReverse declares, before the function that contains it, a host function
// for each reverse-offload region (OpenMP 5.2 §13.8), defines it behind that, which it may call, and
// replaces the region where the enclosing one runs on the host.
func (w reverseWriter) collectReverse() {
	for _, r := range w.p.Reverse {
		r := r
		c := r.Construct
		at, end := w.u.NodeRange(c.Func)
		w.edits = append(w.edits,
			&edit{start: at, end: at, text: func() string {
				return strings.TrimPrefix(w.generated(at),
					w.lineStart(at)) + reverseLinkage(r) + "void " + r.Name + "(void **);\n"
			}},
			&edit{start: end, end: end, text: func() string { return w.generated(end-1) + w.reverse(r) }},
			&edit{start: c.Start, end: c.End, text: func() string { return w.reverseOnHost(r) }})
		for _, a := range r.Arrays {
			w.collectArrayCopies(a)
		}
		for _, v := range r.Vars {
			if mappedArray(v) {
				w.collectArrayUses(v, c)
			}
		}
	}
}

// mappedArray reports whether the region's function works on an array where it is.
func mappedArray(v lower.HostReverseVar) bool { return v.Array && !v.Copy }

// collectArrayUses has the region's function use array v by a pointer to it, as sizeof and & need.
func (w reverseWriter) collectArrayUses(v lower.HostReverseVar, c *tree.Construct) {
	ctree.Walk(c.Stmt, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent || x.ResolvedTo() != cc.Node(v.Decl) || w.u.InPragma(x) != nil {
			return true
		}
		start, end := w.u.NodeRange(x)
		if !w.hasEdit(start, end) {
			w.edits = append(w.edits, &edit{start: start, end: end, text: func() string { return w.arrayUse(v) }, inline: true})
		}
		return true
	})
}

func (w reverseWriter) arrayUse(v lower.HostReverseVar) string {
	if t := w.arrays[v.Decl]; t != "" {
		return fmt.Sprintf("(*(%s *)%s)", t, v.Name)
	}
	return v.Name
}

// reverseOnHost is the region where the enclosing one runs on the host: in place,
// with copies of what is firstprivate.
func (w reverseWriter) reverseOnHost(r *lower.HostReverse) string {
	var copies, names strings.Builder
	for i, v := range r.Vars {
		switch {
		case v.Length != nil:
			fmt.Fprintf(&copies, "unsigned long %s = %s; (void)%s;\n", v.Name, v.Length, v.Name)
		case v.Copy:
			fmt.Fprintf(&copies,
				"%s __ompcc_f_%d%s; __builtin_memcpy((void *)__ompcc_f_%d, %s, sizeof __ompcc_f_%d);\n", v.Type, i,
				v.Dims, i, v.Name, i)
			names.WriteString(arrayCopy(v, fmt.Sprintf("__ompcc_f_%d", i)))
		case !v.Array && !v.Out:
			fmt.Fprintf(&copies, "__typeof__(%s) __ompcc_f_%d = %s;\n", v.Name, i, v.Name)
			fmt.Fprintf(&names, "__typeof__(__ompcc_f_%d) %s = __ompcc_f_%d; (void)%s;\n", i, v.Name, i, v.Name)
		}
	}
	c := r.Construct
	names.WriteString(privates(r))
	return w.generated(c.Start) + "{\n" + copies.String() + "{\n" + names.String() + w.remaining(r.Construct) + w.user(c.StmtStart) + string(w.copy(c.StmtStart, c.End)) + "\n}}"
}

// arrayCopy declares the region's own array v with the values at the address from.
func arrayCopy(v lower.HostReverseVar, from string) string {
	return fmt.Sprintf("%s %s%s; __builtin_memcpy((void *)%s, %s, sizeof %s);\n", v.Type, v.Name, v.Dims, v.Name, from,
		v.Name)
}

// privates declares the region's private variables.
func privates(r *lower.HostReverse) string {
	var b strings.Builder
	for _, v := range r.Private {
		fmt.Fprintf(&b, "%s %s%s; (void)%s;\n", v.Type, v.Name, v.Dims, v.Name)
	}
	return b.String()
}

// reverse is the function: its variables come from the device by address.
func (w reverseWriter) reverse(r *lower.HostReverse) string {
	var b strings.Builder
	c := r.Construct
	fmt.Fprintf(&b, "%svoid %s(void **__ompcc_p) {\n(void)__ompcc_p;\n%s", reverseLinkage(r), r.Name, w.localTypes(c))
	for i, v := range r.Vars {
		switch {
		case v.Copy:
			b.WriteString(arrayCopy(v, fmt.Sprintf("__ompcc_p[%d]", i)))
		case v.Array:
			b.WriteString(w.arrayInPlace(v, i))
		default:
			fmt.Fprintf(&b, "%s %s = *(%s *)__ompcc_p[%d]; (void)%s;\n", v.Type, v.Name, v.Type, i, v.Name)
		}
	}
	b.WriteString(privates(r))
	defer func() { w.arrays = nil }()
	b.WriteString("{\n" + w.remaining(r.Construct))
	b.WriteString(w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, c.End))
	b.WriteString("\n}\n")
	for i, v := range r.Vars {
		if v.Out {
			fmt.Fprintf(&b, "*(%s *)__ompcc_p[%d] = %s;\n", v.Type, i, v.Name)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func reverseLinkage(r *lower.HostReverse) string {
	if r.Extern {
		return "__attribute__((visibility(\"hidden\"))) "
	}
	return "static __attribute__((unused)) "
}

// arrayInPlace declares array v as a pointer to its first element, and the type of all of it.
func (w reverseWriter) arrayInPlace(v lower.HostReverseVar, i int) string {
	if w.arrays == nil {
		w.arrays = map[*cc.Declarator]string{}
	}
	t := fmt.Sprintf("__ompcc_t_%d", i)
	w.arrays[v.Decl] = t
	row := v.Dims[strings.IndexByte(v.Dims, ']')+1:]
	return fmt.Sprintf("typedef %s %s%s; %s (*%s)%s = (%s (*)%s)__ompcc_p[%d]; (void)%s;\n", v.Type, t, v.Dims, v.Type,
		v.Name, row, v.Type, row, i, v.Name)
}

// remaining is the directive that is left of a combined construct.
func (w reverseWriter) remaining(c *tree.Construct) string {
	if rest := w.hostRest(c); rest != "" {
		return "\n" + rest + "\n"
	}
	return ""
}
