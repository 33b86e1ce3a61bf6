package hostc

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"ompcc/codegen/hostc/spell"
	"ompcc/lower"
	"ompcc/lower/cexpr"
	"ompcc/parse"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
	"ompcc/rt/abi"
)

// Options change how the text is written, not what it means.
type Options struct {
	// NoLineMarkers leaves out the markers that hostc would add; the ones of
	// the preprocessor stay.
	NoLineMarkers bool
	// Host is the compiler that the text is for.
	Host spell.Compiler
	// Variables lists the unit's file-scope variables for the runtime, which
	// then can name them (-fsanitize=offload).
	Variables bool
}

// Emit returns the host C text of p's translation unit.
func Emit(p *lower.Program, opts *Options) ([]byte, error) {
	if opts == nil {
		opts = &Options{}
	}
	w := &writer{document: &document{u: p.Tree.Unit, opts: opts}, p: p, initials: map[*tree.Construct]string{},
		taskVariables: map[*tree.Construct][]taskVariable{},
		around:        map[*lower.HostMeta][]spec.DirectiveKind{}, within: map[*lower.HostMeta]*lower.HostAlternative{}}
	w.groups = groupWriter{w}.groupExpressions()
	w.collect()
	if err := (directiveWriter{w}).unknown(); err != nil {
		return nil, err
	}
	if err := w.checkNesting(); err != nil {
		return nil, err
	}
	body := w.copy(0, len(w.u.Text))
	if w.err != nil {
		return nil, w.err
	}
	if !(tableWriter{w}).needsUnit() {
		return body, nil
	}
	var out bytes.Buffer
	out.WriteString(tableWriter{w}.prologue())
	out.Write(body)
	out.WriteString(tableWriter{w}.epilogue())
	return out.Bytes(), nil
}

// document is the text of one unit with the edits that are made in it.
type document struct {
	u     *parse.Unit
	opts  *Options
	edits []*edit
}

// writer produces the text of one unit.
type writer struct {
	*document
	p *lower.Program
	// rename maps a variable's name to the expression that stands for it
	// inside the target data constructs being copied (use_device_addr).
	rename map[string]string
	// groups are the expressions for the groupprivate variables of the file.
	groups map[string]string
	// initials are the directives before a target region's host version that its
	// teams construct writes, behind what it declares.
	initials map[*tree.Construct]string
	// originals are the copies of distribute's induction variables from in front of
	// the target region.
	originals map[*tree.Clause]map[*cc.Declarator]string
	// taskVariables are the variables that the host versions of target regions name through pointers.
	taskVariables map[*tree.Construct][]taskVariable
	// arrays are the types of the arrays that the reverse-offload region being written as a
	// function works on.
	arrays map[*cc.Declarator]string
	// sections are the arrays of which reductions of a construct name sections.
	sections map[*tree.Construct]map[string]string
	// around are the constructs around what is in the alternative of a metadirective that is being written.
	// within are these alternatives.
	around map[*lower.HostMeta][]spec.DirectiveKind
	within map[*lower.HostMeta]*lower.HostAlternative
	// graphs are the taskgraph regions that the runtime records.
	graphs []*taskgraph
	// loops numbers the variables of generated loops; err is the first error in them.
	loops int
	err   *Error
}

// Parts of the writer, each with what it writes.
type (
	tableWriter     struct{ *writer } // the descriptions for the runtime
	mapperWriter    struct{ *writer } // functions of user-defined mappers, and iterators
	directiveWriter struct{ *writer } // directives that stay, in the host compiler's words
	loopWriter      struct{ *writer } // generated loops
	inductionWriter struct{ *writer } // loops with induction clauses
	reductionWriter struct{ *writer } // reductions that the host compiler does not take
	groupWriter     struct{ *writer } // groupprivate variables
	taskWriter      struct{ *writer } // the host's tasks for target constructs
	serialWriter    struct{ *writer } // constructs that one thread executes in order
	reverseWriter   struct{ *writer } // functions of reverse-offload regions
)

// edit replaces the bytes [start, end) of the unit's text by what text returns.
// Edits nest (the inner one is made when text copies its range) and never overlap.
type edit struct {
	start, end int
	text       func() string
	// inline edits keep to their line: no marker is needed behind them.
	inline bool
	// open: its text is being made, from a copy of all of its range.
	open bool
}

// collect gathers the edits in textual order, outer ones first.
func (w *writer) collect() {
	for _, h := range w.p.Host {
		h := h
		c := h.Construct
		taskWriter{w}.collectTaskVariables(h)
		if h.Alternative {
			continue
		}
		w.edits = append(w.edits, &edit{start: c.Start, end: c.End, text: func() string { return w.construct(h) }})
		w.collectUses(h)
	}
	mapperWriter{w}.collectMappers()
	w.collectMeta()
	reverseWriter{w}.collectReverse()
	w.collectDeclarative()
	w.collectAlignments()
	loopWriter{w}.collectTransformations()
	w.collectAtomics()
	w.collectSections()
	graphWriter{w}.collectTaskgraphs()
	directiveWriter{w}.collectHostDirectives()
	reductionWriter{w}.collectReductions()
	directiveWriter{w}.collectAround()
	directiveWriter{w}.collectUnequal()
	directiveWriter{w}.collectCalls()
	w.collectLocals()
	groupWriter{w}.collectGroups()
	sort.SliceStable(w.edits, func(i, j int) bool {
		a, b := w.edits[i], w.edits[j]
		if a.start != b.start {
			return a.start < b.start
		}
		if (a.start == a.end) != (b.start == b.end) {
			return a.start == a.end // what is inserted comes first
		}
		return a.end > b.end
	})
}

// checkNesting verifies the invariant of edit, so that a wrong offset is found
// here and not as garbled C.
func (d *document) checkNesting() error {
	var open []*edit
	for _, e := range d.edits {
		if e.start < 0 || e.end < e.start || e.end > len(d.u.Text) {
			return fmt.Errorf("hostc: range [%d,%d) lies outside the text of %d bytes", e.start, e.end, len(d.u.Text))
		}
		for len(open) > 0 && open[len(open)-1].end <= e.start {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && e.end > open[len(open)-1].end {
			return fmt.Errorf("hostc: %s: ranges of two constructs overlap", d.u.Pos(e.start))
		}
		open = append(open, e)
	}
	return nil
}

// copy returns the text [start, end) with the edits in it made.
func (d *document) copy(start, end int) []byte {
	return d.copyFrom(sort.Search(len(d.edits), func(i int) bool { return d.edits[i].start >= start }), start, end)
}

// copyWithout returns e's text with the edits in it made.
func (d *document) copyWithout(e *edit) []byte {
	return d.copyFrom(slices.Index(d.edits, e)+1, e.start, e.end)
}

// copyFrom returns the text [start, end) with those edits in it made that come from the i-th on.
func (d *document) copyFrom(i, start, end int) []byte {
	var out bytes.Buffer
	for at := start; ; {
		for i < len(d.edits) && (d.edits[i].start < at || d.edits[i].open) {
			i++
		}
		if i == len(d.edits) || d.edits[i].start >= end {
			out.Write(d.u.Text[at:end])
			return out.Bytes()
		}
		e := d.edits[i]
		out.Write(d.u.Text[at:e.start])
		// The edit's own range must not find the edit again.
		i++
		out.WriteString(e.text())
		if !e.inline {
			out.WriteString(d.resume(e.end))
		}
		at = e.end
	}
}

// declaredIn reports whether d is declared in c's statement.
func (t *document) declaredIn(c *tree.Construct, d *cc.Declarator) bool {
	start, _ := t.u.NodeRange(d)
	return start >= c.StmtStart && start < c.End
}

// needsUnit reports whether the runtime must know this unit.
func (w tableWriter) needsUnit() bool {
	return len(w.p.Host) > 0 || len(w.p.Meta) > 0 || len(w.p.Globals) > 0 ||
		len(groupWriter{w.writer}.groupVariables().file)+len(groupWriter{w.writer}.groupVariables().local) > 0 ||
		w.p.Requires != 0 || w.p.Runtime
}

// fileName is the C string of a file as the program names it.
func (w tableWriter) fileName(name string) string { return cexpr.Quote(w.u.ProgramFile(name)) }

// prologue is the text before the unit's: the interface and the descriptors.
// It is marked as a system header so that the user's -W flags do not reach it.
func (w tableWriter) prologue() string {
	var b strings.Builder
	file := cexpr.Quote(w.u.File)
	fmt.Fprintf(&b, "# 1 %s\n# 1 \"<ompcc>\" 1 3\n", file)
	b.WriteString(abi.HostDecls)
	fmt.Fprintf(&b, "static __ompcc_unit_t __ompcc_unit;\n")
	w.mapperDecls(&b)
	for _, h := range w.p.Host {
		w.descriptor(&b, h)
	}
	fmt.Fprintf(&b, "# 1 %s 2\n", file)
	return b.String()
}

// generated marks what follows as generated code that stands at line of off.
func (d *document) generated(off int) string {
	if d.opts.NoLineMarkers {
		return "\n"
	}
	pos := d.u.Pos(off)
	return fmt.Sprintf("\n# %d %s 3\n", pos.Line, cexpr.Quote(pos.File))
}

// user marks what follows as the user's text from byte off on.
func (d *document) user(off int) string {
	if d.opts.NoLineMarkers {
		return "\n"
	}
	pos := d.u.Pos(off)
	return fmt.Sprintf("\n# %d %s\n%s", pos.Line, cexpr.Quote(pos.File), d.indent(off))
}

// maxIndent is up to which column the host compiler's diagnostics have the right one.
const maxIndent = 512

// indent is the white space that gives the text from off on the column that it has in its line.
func (d *document) indent(off int) string {
	column := off - 1 - bytes.LastIndexByte(d.u.Text[max(off-maxIndent, 0):off], '\n') - max(off-maxIndent, 0)
	return strings.Repeat(" ", column)
}

// resume is what comes between an edit that ended at off and the text from there.
func (d *document) resume(off int) string {
	if off >= len(d.u.Text) {
		return "\n"
	}
	if d.u.Text[off] != '\n' {
		return d.user(off)
	}
	if d.opts.NoLineMarkers {
		return ""
	}
	// The marker's own line end is the text's newline.
	pos := d.u.Pos(off)
	return fmt.Sprintf("\n# %d %s", pos.Line+1, cexpr.Quote(pos.File))
}
