package hostc

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/parse/ctree"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// target writes the call that launches the kernel and, for the case that the
// runtime declines, the host version of the region: the user's statement under
// what remains of the directive, with copies of the variables that are private.
func (w *writer) target(b *strings.Builder, h *lower.HostConstruct, task bool) {
	c := h.Construct
	id := c.Pragma.ID
	fmt.Fprintf(b, "%sif (!__ompcc_target(%s)) {\n", w.directiveLine(c), w.arguments(h))
	restore := w.shadows(b, h)
	if h.Mask != "" {
		w.conditions(b, h)
		restore()
		fmt.Fprintf(b, "__ompcc_target_host_end(%s, &__ompcc_l_%d);\n}\n", descriptorOf(h), id)
		return
	}
	inductionWriter{w}.keepOriginals(b, c)
	inPlace := taskWriter{w}.staysInTask(c)
	done := func() {}
	if !inPlace {
		done = taskWriter{w}.hostRegion(b, c)
	}
	initial := ""
	limited := h.ThreadLimit != "" && !c.Has(spec.Teams)
	if limited || sharesAlone(c) || loopsAlone(c) || inPlace && (task || insideHostConstruct(c)) ||
		!inPlace && notInTask(c) {
		initial = initialThread
		if limited {
			initial += " thread_limit(" + spell.Launch(c) + ".thread_limit)"
		}
		initial += "\n"
		if inPlace && sharesAlone(c) {
			initial += "#pragma omp parallel if(0)\n" // to clang a target region that is in no task shares nothing
		}
	}
	b.WriteString(w.boundValues(c))
	w.hostVersion(b, h, initial)
	done()
	for _, s := range h.Shadows {
		if s.Allocator != nil {
			fmt.Fprintf(b, "omp_destroy_allocator(%s);\n", s.Name)
		}
	}
	restore()
	fmt.Fprintf(b, "__ompcc_target_host_end(%s, &__ompcc_l_%d);\n}\n", descriptorOf(h), id)
}

// conditions computes the bits of h's mask.
func (w *writer) conditions(b *strings.Builder, h *lower.HostConstruct) {
	for i, c := range h.Conds {
		fmt.Fprintf(b, "%s |= (unsigned long)!!%s << %d;\n", h.Mask, w.expr(c), i)
	}
}

// hostVersion is the statement of the region under what remains of the directive,
// behind the directive initial if that is not "". A teams directive must follow it
// at once, so what is declared for generated loops stands before both.
func (w *writer) hostVersion(b *strings.Builder, h *lower.HostConstruct, initial string) {
	c := h.Construct
	before, after := leagueOf(h)
	b.WriteString(before)
	defer b.WriteString(after)
	directive := w.hostRest(c) + bareCopies(h)
	if w.rewrites(c) {
		b.WriteString(loopWriter{w}.consumer(c, initial, directive))
		return
	}
	if choosesTeams(c) {
		w.opts.Host.Launched = c
		defer func() { w.opts.Host.Launched = nil }()
	}
	if t := nestedTeams(c); t != nil && w.rewrites(t) || choosesTeams(c) {
		// What is written before the teams directive may not stand between the two.
		w.initials[c.Children[0]], initial = initial, ""
	}
	b.WriteString(initial + directive)
	if e := bareExtents(h); e != "" {
		fmt.Fprintf(b, "\n{ __ompcc_enter_team(%s);", e)
		defer b.WriteString(" __ompcc_enter_team(0); }")
	}
	b.WriteString(w.user(c.StmtStart))
	b.Write(w.copy(c.StmtStart, c.End))
	b.WriteString(w.generated(c.End))
}

// leagueOf is what stands before and behind the host version of a region whose league or teams have several
// dimensions, or memory of their own (6.1).
func leagueOf(h *lower.HostConstruct) (before, after string) {
	space, extents := h.Space, "0"
	if spell.HasExtents(h.Construct) && h.Construct.Bare() {
		before = fmt.Sprintf("unsigned long %s = %s >> 32 | (unsigned long)%s.thread_limit << 32;\n",
			spell.Extents(h.Construct), space, spell.Launch(h.Construct))
	} else if spell.HasExtents(h.Construct) {
		before = spell.DeclareExtents(h.Construct) + ";\n"
		if spell.InComposite(h.Construct) {
			extents = spell.Extents(h.Construct)
		}
	}
	if h.GroupMemory != "" {
		before += "__ompcc_enter_gprivate(" + h.GroupMemory + ");\n"
		after = "\n__ompcc_leave_gprivate();\n"
	}
	if space == "" && extents == "0" {
		return before, after
	}
	if space == "" {
		space = "0"
	}
	return before + "__ompcc_enter_league(" + space + ", " + extents + ");\n", "\n__ompcc_enter_league(0, 0);\n" + after
}

// bareExtents is the variable with the sizes of the teams of an ompx_bare region, "" for one dimension.
func bareExtents(h *lower.HostConstruct) string {
	if !h.Construct.Bare() || !spell.HasExtents(h.Construct) {
		return ""
	}
	return spell.Extents(h.Construct)
}

// bareCopies gives every thread of an ompx_bare region the copies that it has of
// captured values: there is one for each thread, not for the region.
func bareCopies(h *lower.HostConstruct) string {
	var names []string
	for _, s := range h.Shadows {
		if s.Init {
			names = append(names, s.Name)
		}
	}
	if e := bareExtents(h); e != "" {
		names = append(names, e)
	}
	if !h.Construct.Bare() || len(names) == 0 {
		return ""
	}
	return " firstprivate(" + strings.Join(names, ", ") + ")"
}

// nestedTeams is the teams construct that is all that target construct c contains.
func nestedTeams(c *tree.Construct) *tree.Construct {
	if len(c.Leafs) == 1 && len(c.Children) == 1 && c.Children[0].Leafs != nil && c.Children[0].Leafs[0] == spec.Teams {
		return c.Children[0]
	}
	return nil
}

// choosesTeams reports whether all that target construct c contains is a metadirective that may become a teams
// construct, by itself or by one that follows it.
func choosesTeams(c *tree.Construct) bool {
	if len(c.Leafs) != 1 || len(c.Children) != 1 {
		return false
	}
	for m := c.Children[0]; m != nil; m = m.Follower() {
		if slices.ContainsFunc(m.Variants, func(v *tree.Construct) bool { return v != nil && v.Has(spec.Teams) }) {
			return true
		}
	}
	return false
}

// initialThread makes the host version a target region of the host compiler that is never offloaded. Teams and
// barriers may be in it although the program text around it is a task construct. Its contention group has at most
// thread_limit threads (OpenMP 5.2 §13.3).
const initialThread = "#pragma omp target if(0) defaultmap(tofrom: scalar) defaultmap(tofrom: pointer) defaultmap(tofrom: aggregate)"

// insideHostConstruct reports whether an executable construct that the host
// compiler sees lies around c in the same function.
func insideHostConstruct(c *tree.Construct) bool {
	for p := c.Parent; p != nil; p = p.Parent {
		if p.Stmt != nil && (!strings.HasPrefix(p.Kind.String(), "target") || p.Kind == spec.TargetData &&
			bodyIsTask(p)) {
			return true
		}
	}
	return false
}

// alone returns the constructs of the region of c that are in none of the constructs around.
func alone(c *tree.Construct, around ...spec.DirectiveKind) (list []*tree.Construct) {
	if slices.ContainsFunc(around, c.Has) {
		return nil
	}
	for _, in := range c.Children {
		if !slices.ContainsFunc(around, in.Has) {
			list = append(append(list, in), alone(in, around...)...)
		}
	}
	return list
}

// boundOutside are constructs that may not stand in a task construct, but in a parallel one.
var boundOutside = []spec.DirectiveKind{spec.Teams, spec.For, spec.Sections, spec.Single, spec.Scope, spec.Barrier,
	spec.Masked, spec.Master, spec.Ordered, spec.Loop, spec.Distribute,
	spec.Cancel, spec.CancellationPoint}

// notInTask reports whether c or a construct in its region may not stand in a task construct.
func notInTask(c *tree.Construct) bool {
	if c.Has(spec.Parallel) && !c.Has(spec.Teams) {
		return false
	}
	return c.Variants != nil || slices.ContainsFunc(boundOutside, c.Has) || slices.ContainsFunc(c.Children, notInTask)
}

// loopsAlone reports whether a loop construct is alone: what it binds to, and what
// becomes of its variable, depends on the region around it.
func loopsAlone(c *tree.Construct) bool {
	for _, in := range alone(c, spec.Parallel, spec.Teams) {
		if in.Has(spec.Loop) {
			return true
		}
	}
	return false
}

// sharesAlone reports whether a work-sharing construct that is alone has a clause for
// variables that are shared: a function's own ones are not where that is just called.
func sharesAlone(c *tree.Construct) bool {
	for _, in := range alone(c, spec.Parallel, spec.Teams) {
		for _, ws := range []spec.DirectiveKind{spec.For, spec.Sections, spec.Single, spec.Scope} {
			if in.Has(ws) && slices.ContainsFunc(in.Clauses, func(cl *tree.Clause) bool { return cl.Kind.Is(spec.Returns) }) {
				return true
			}
		}
	}
	return false
}

// shadows declares the copies of private and firstprivate variables under the
// variables' own names. It returns what ends their scope for later expressions.
func (w *writer) shadows(b *strings.Builder, h *lower.HostConstruct) (restore func()) {
	id := h.Construct.Pragma.ID
	for _, s := range h.Shadows {
		switch {
		case s.Init:
			w.firstprivate(b, id, s)
		case s.Allocator != nil:
			fmt.Fprintf(b, "__typeof__(%s) %s = %s;\n", w.expr(s.Name), s.Name, w.newAllocator(s.Allocator))
		default:
			fmt.Fprintf(b, "__typeof__(%s) %s;\n", w.expr(s.Name), s.Name)
		}
	}
	saved := w.rename
	if len(saved) > 0 && len(h.Shadows) > 0 {
		w.rename = map[string]string{}
		for k, v := range saved {
			w.rename[k] = v
		}
		for _, s := range h.Shadows {
			delete(w.rename, s.Name)
		}
	}
	return func() { w.rename = saved }
}

// newAllocator creates an allocator with its traits, in its memory space.
func (w *writer) newAllocator(u *tree.AllocUse) string {
	space, traits, count := u.MemSpace, "0", "0"
	if space == "" {
		space = "omp_default_mem_space"
	}
	if u.Traits != "" {
		traits = w.expr(u.Traits)
		count = fmt.Sprintf("(int)(sizeof(%s) / sizeof(*(%s)))", traits, traits)
	}
	return fmt.Sprintf("omp_init_allocator(%s, %s, %s)", space, count, traits)
}

// firstprivate declares a copy of s. The original's value is kept first: in its
// own initialiser the new variable hides it.
func (w *writer) firstprivate(b *strings.Builder, id int, s *lower.Shadow) {
	orig := w.expr(s.Name)
	if ctree.IsArrayVariable(s.Decl) {
		fmt.Fprintf(b, "__typeof__(%s) *__ompcc_o_%d_%s = &%s;\n", orig, id, s.Name, orig)
		fmt.Fprintf(b, "__typeof__(*__ompcc_o_%d_%s) %s;\n", id, s.Name, s.Name)
		fmt.Fprintf(b, "__builtin_memcpy((void *)&%s, (const void *)__ompcc_o_%d_%s, sizeof %s);\n", s.Name, id, s.Name,
			s.Name)
		return
	}
	fmt.Fprintf(b, "__typeof__(%s) __ompcc_o_%d_%s = %s;\n", orig, id, s.Name, orig)
	fmt.Fprintf(b, "__typeof__(__ompcc_o_%d_%s) %s = __ompcc_o_%d_%s;\n", id, s.Name, s.Name, id, s.Name)
}

// isPointer reports whether d is a pointer object.
func isPointer(d *cc.Declarator) bool {
	return d != nil && !ctree.IsArrayVariable(d) && d.Type().Kind() == cc.Ptr
}

// isVLA reports whether d is a variable length array.
func isVLA(d *cc.Declarator) bool {
	if !ctree.IsArrayVariable(d) {
		return false
	}
	a, ok := d.Type().Undecay().(*cc.ArrayType)
	return ok && a.IsVLA()
}
