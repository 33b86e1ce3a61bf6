package hostc

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// collectHostDirectives adds the edits that put directives which stay with the
// host compiler into words that it knows, and take away those that it may not
// see but that mean nothing to it.
func (w directiveWriter) collectHostDirectives() {
	edited := map[int]bool{}
	for _, e := range w.p.Edits {
		edited[e.Start] = true
	}
	teamSize := false
	for _, c := range w.staying() {
		h := w.hostText(c)
		reverseWriter{w.writer}.refuseSections(c, h)
		if h.Same || h.Loops || h.Statement || h.Unknown != "" || edited[c.Pragma.Start] ||
			(reductionWriter{w.writer}).needsFunctions(c) {
			continue
		}
		teamSize = teamSize || h.TeamSize
		w.edits = append(w.edits, &edit{start: c.Pragma.Start, end: c.Pragma.End, text: func() string { return h.Text }, inline: !multiline(h.Text)})
	}
	if teamSize {
		const decl = "extern int omp_get_num_threads(void);"
		w.edits = append(w.edits, &edit{text: func() string { return decl }})
	}
	w.collectNeeds()
}

// collectUnequal writes < or > for != in nests that are not rectangular: clang executes
// more iterations than there are (OpenMP 5.2 §4.4.1).
func (w directiveWriter) collectUnequal() {
	if w.opts.Host.GCC {
		return
	}
	edited := map[*cc.EqualityExpression]bool{}
	for _, c := range w.p.Tree.All {
		if c == nil || !c.NonRectangular() {
			continue
		}
		for _, l := range c.Nest.Loops {
			if x := l.Unequal; x != nil && !edited[x] {
				edited[x] = true
				w.editUnequal(l, x)
			}
		}
	}
}

func (w directiveWriter) editUnequal(l *tree.Loop, x *cc.EqualityExpression) {
	_, left := w.u.NodeRange(x.EqualityExpression)
	right, _ := w.u.NodeRange(x.RelationalExpression)
	at := bytes.Index(w.u.Text[left:max(left, right)], []byte("!="))
	if at < 0 {
		return // spelled by a macro
	}
	op := "< "
	if bounded := x.RelationalExpression == l.Bound; !l.Up() == bounded {
		op = "> "
	}
	w.edits = append(w.edits, &edit{start: left + at, end: left + at + 2, text: func() string { return op }, inline: true})
}

// surroundings are the statements before and after construct c. A worksharing construct has a barrier, which the
// argument of its nowait clause may leave out (OpenMP 6.0 §17.6). A scope construct that is only its block has the
// barrier as well. A task construct has the wait for tasks that its children may depend on. The whole is one
// statement, as c is.
func (w directiveWriter) surroundings(c *tree.Construct) (before, after string) {
	if spell.AwaitsTasks(c, w.opts.Host) {
		return "{\n#pragma omp taskwait\n", "\n}"
	}
	if spell.EndsWithBarrier(c, w.opts.Host) {
		return "{\n", "\n#pragma omp barrier\n}"
	}
	values, e := w.boundValues(c), c.MayWait()
	if e == nil {
		if values != "" {
			return "{\n" + values, "\n}"
		}
		return "", ""
	}
	wait := fmt.Sprintf("__ompcc_w_%d", c.Pragma.ID)
	return fmt.Sprintf("{ int %s = !(%s);\n%s", wait, w.expr(e.Text), values),
		fmt.Sprintf("\nif (%s) {\n#pragma omp barrier\n} }", wait)
}

func (w directiveWriter) collectAround() {
	for _, c := range w.staying() {
		if before, _ := w.surroundings(c); before == "" {
			continue
		}
		w.edits = append(w.edits,
			&edit{start: c.Start, end: c.Start, text: func() string { before, _ := w.surroundings(c); return before }},
			&edit{start: c.End, end: c.End, text: func() string { _, after := w.surroundings(c); return after }})
	}
}

// collectNeeds adds at the beginning what the texts of directives call.
func (w directiveWriter) collectNeeds() {
	needs := map[string]string{}
	add := func(c *tree.Construct) {
		if c != nil {
			maps.Copy(needs, spell.Needs(c, w.opts.Host))
		}
	}
	for _, c := range w.p.Tree.All {
		add(c)
	}
	for _, m := range w.p.Meta {
		for _, a := range m.Alternatives {
			add(a.Construct)
		}
	}
	marker := "# 1 \"<ompcc>\" 3\n" // no line of the user's has these functions
	if w.opts.NoLineMarkers {
		marker = ""
	}
	for _, name := range slices.Sorted(maps.Keys(needs)) {
		w.edits = append(w.edits, &edit{text: func() string { return marker + needs[name] + "\n" }})
	}
}

// collectCalls adds lower's own edits: calls of function variants. Where the alternatives of a metadirective
// have different ones, the text is that of the alternative being written.
func (w directiveWriter) collectCalls() {
	at := map[[2]int]*edit{}
	for _, e := range w.p.Edits {
		if e.When == nil {
			w.edits = append(w.edits, &edit{start: e.Start, end: e.End, text: func() string { return e.Text }, inline: !multiline(e.Text)})
			continue
		}
		one := at[[2]int{e.Start, e.End}]
		if one == nil {
			one = &edit{start: e.Start, end: e.End, inline: true}
			one.text = func() string { return string(w.copyWithout(one)) }
			at[[2]int{e.Start, e.End}] = one
			w.edits = append(w.edits, one)
		}
		otherwise := one.text
		one.text = func() string {
			if c := e.When; slices.Equal(slices.Concat(w.around[c.Outer], c.Between), c.Around) {
				return e.Text
			}
			return otherwise()
		}
		one.inline = one.inline && !multiline(e.Text)
	}
}

func multiline(s string) bool {
	for i := range len(s) {
		if s[i] == '\n' {
			return true
		}
	}
	return false
}

// staying are the constructs whose directives stay in the host's text.
func (w directiveWriter) staying() []*tree.Construct {
	gone := map[int]bool{}
	for _, h := range w.p.Host {
		gone[h.Construct.Pragma.ID] = true
	}
	for _, m := range w.p.Meta {
		gone[m.Construct.Pragma.ID] = true
	}
	var list []*tree.Construct
	for _, c := range w.p.Tree.All {
		if c != nil && !gone[c.Pragma.ID] && !deviceOnly[c.Kind] {
			list = append(list, c)
		}
	}
	return list
}

// unknown reports the first directive that the host compiler has no words for.
func (w directiveWriter) unknown() error {
	report := func(c *tree.Construct) error {
		if h := spell.Directive(c, w.opts.Host); h.Unknown != "" {
			return &UnknownError{Construct: c, What: h.Unknown}
		}
		return nil
	}
	for _, c := range w.staying() {
		if err := report(c); err != nil {
			return err
		}
	}
	for _, m := range w.p.Meta {
		for _, a := range m.Alternatives {
			if a.Construct == nil || a.Host != nil {
				continue
			}
			if err := report(a.Construct); err != nil {
				return err
			}
		}
	}
	return nil
}

// UnknownError says that the host compiler does not know a directive that stays
// in its text.
type UnknownError struct {
	Construct *tree.Construct
	What      string // "directive 'tile'"
}

// Generated reports whether a loop transformation is the reason: no host compiler takes the directive on its loops.
func (e *UnknownError) Generated() bool {
	return e.Construct.Def.Assoc == spec.AssocLoop && e.Construct.Nest == nil
}

func (e *UnknownError) Error() string {
	return e.Construct.Pos().String() + ": the host compiler does not know " + e.What
}
