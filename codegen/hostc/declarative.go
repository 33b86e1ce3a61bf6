package hostc

import (
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// deviceOnly are the directives that say something about devices alone. The
// host compiler must not see them: it would reject what it does not know, or
// prepare for offloading of its own.
var deviceOnly = map[spec.DirectiveKind]bool{
	spec.DeclareTarget:      true,
	spec.BeginDeclareTarget: true,
	spec.EndDeclareTarget:   true,
	spec.DeclareMapper:      true,
	spec.Requires:           true,
	spec.Groupprivate:       true,
}

// collectDeclarative adds the edits that take away the directives of deviceOnly.
func (w *writer) collectDeclarative() {
	for _, c := range w.p.Tree.All {
		if c == nil || !deviceOnly[c.Kind] {
			continue
		}
		if c.Kind == spec.DeclareMapper && c.Func == nil && w.hasMapper(c) {
			continue // its function stands there
		}
		text := w.hostRequires(c) + groupAccessors(c)
		w.edits = append(w.edits, &edit{start: c.Pragma.Start, end: c.Pragma.End, text: func() string { return text }, inline: true})
	}
}

// hostRequires is what remains of a requires directive: the default memory order
// of atomic constructs holds for the host's as well (OpenMP 5.2 §8.2). Host compilers
// take that once.
func (w *writer) hostRequires(c *tree.Construct) string {
	if c.Kind != spec.Requires || c.Clause(spec.AtomicDefaultMemOrderClause) == nil {
		return ""
	}
	for _, x := range w.p.Tree.All {
		if x == c {
			break
		}
		if x != nil && x.Kind == spec.Requires && x.Clause(spec.AtomicDefaultMemOrderClause) != nil {
			return ""
		}
	}
	text := "#pragma omp requires " + hostOrder(c)
	if !w.opts.Host.GCC && w.atomicBefore(c) {
		// clang takes it before every atomic construct only; those here have an order.
		w.edits = append(w.edits, &edit{text: func() string { return text + "\n" }})
		return ""
	}
	return text
}

// atomicBefore reports whether an atomic construct stands in front of c.
func (w *writer) atomicBefore(c *tree.Construct) bool {
	for _, x := range w.p.Tree.All {
		if x == c {
			break
		}
		if x != nil && x.Kind == spec.Atomic {
			return true
		}
	}
	return false
}

// hostOrder is the default memory order of requires directive c for a host compiler.
func hostOrder(c *tree.Construct) string {
	cl := c.Clause(spec.AtomicDefaultMemOrderClause)
	if len(cl.Words) > 0 && (cl.Words[0] == "acquire" || cl.Words[0] == "release") {
		return cl.Kind.String() + "(acq_rel)" // the host compilers have no weaker one that includes it
	}
	return c.Pragma.Text[cl.Start:cl.End]
}

// hasMapper reports whether c's mapper is used, and so has a function.
func (w *writer) hasMapper(c *tree.Construct) bool {
	for _, m := range w.p.Mappers {
		if m.Construct == c {
			return true
		}
	}
	return false
}
