package hostc

import (
	"fmt"
	"strings"

	"ompcc/lower"
	"ompcc/pragma"
)

// collectReverse writes, before the function that contains it, a host function
// for each reverse-offload region (OpenMP 5.2 §13.8), and replaces the region
// where the enclosing one runs on the host.
func (w *writer) collectReverse() {
	for _, r := range w.p.Reverse {
		r := r
		c := r.Construct
		at, _ := w.u.NodeRange(c.Func)
		w.edits = append(w.edits,
			&edit{start: at, end: at, text: func() string {
				return strings.TrimPrefix(w.generated(at), w.lineStart(at)) + w.reverse(r)
			}},
			&edit{start: c.Start, end: c.End, text: func() string { return w.reverseOnHost(r) }})
	}
}

// reverseOnHost is the region where the enclosing one runs on the host: in place,
// with copies of what is firstprivate.
func (w *writer) reverseOnHost(r *lower.HostReverse) string {
	var copies, names strings.Builder
	for i, v := range r.Vars {
		switch {
		case v.Copy:
			fmt.Fprintf(&copies, "%s __ompcc_f_%d%s; __builtin_memcpy((void *)__ompcc_f_%d, %s, sizeof __ompcc_f_%d);\n", v.Type, i, v.Dims, i, v.Name, i)
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
	return fmt.Sprintf("%s %s%s; __builtin_memcpy((void *)%s, %s, sizeof %s);\n", v.Type, v.Name, v.Dims, v.Name, from, v.Name)
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
func (w *writer) reverse(r *lower.HostReverse) string {
	var b strings.Builder
	c := r.Construct
	linkage := "static __attribute__((unused))"
	if r.Extern {
		linkage = "extern void " + r.Name + "(void **);\n__attribute__((visibility(\"hidden\")))"
	}
	fmt.Fprintf(&b, "%s void %s(void **__ompcc_p) {\n(void)__ompcc_p;\n", linkage, r.Name)
	for i, v := range r.Vars {
		switch {
		case v.Copy:
			b.WriteString(arrayCopy(v, fmt.Sprintf("__ompcc_p[%d]", i)))
		case v.Array && v.Dims != "":
			fmt.Fprintf(&b, "%s (*%s)%s = (%s (*)%s)__ompcc_p[%d]; (void)%s;\n", v.Type, v.Name, v.Dims, v.Type, v.Dims, i, v.Name)
		case v.Array:
			fmt.Fprintf(&b, "%s *%s = (%s *)__ompcc_p[%d]; (void)%s;\n", v.Type, v.Name, v.Type, i, v.Name)
		default:
			fmt.Fprintf(&b, "%s %s = *(%s *)__ompcc_p[%d]; (void)%s;\n", v.Type, v.Name, v.Type, i, v.Name)
		}
	}
	b.WriteString(privates(r))
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

// remaining is the directive that is left of a combined construct.
func (w *writer) remaining(c *pragma.Construct) string {
	if rest := w.hostRest(c); rest != "" {
		return "\n" + rest + "\n"
	}
	return ""
}
