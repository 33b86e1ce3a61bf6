package region

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns the module's text, the output of -emit-region. It is stable:
// equal modules print equally.
func (m *Module) String() string { return m.print(&printer{}) }

// TextWithPlaces is the module's text with the places of statements and locals, for debuggers.
func (m *Module) TextWithPlaces() string { return m.print(&printer{places: true, file: m.File}) }

// Listing is a module's text with what the printer knows of its lines.
type Listing struct {
	Text string
	// Places are where the source has what each line is about: its statement, else its kernel or function.
	Places []Position
	// Kernels are the lines of each kernel: its first one, and the one behind its last.
	Kernels map[string][2]int
}

// Listing returns the module's text as String does, with the places of its lines.
func (m *Module) Listing() *Listing {
	p := &printer{listing: true}
	l := &Listing{Text: m.print(p), Kernels: map[string][2]int{}}
	l.Places = make([]Position, strings.Count(l.Text, "\n")+1)
	line, from := 0, 0
	for _, mark := range p.marks {
		line += strings.Count(l.Text[from:mark.offset], "\n")
		l.Places[line], from = mark.at, mark.offset
		if k := mark.kernel; k != nil {
			first, known := l.Kernels[k.Name]
			if !known {
				first = [2]int{line}
			}
			l.Kernels[k.Name] = [2]int{first[0], line + 1}
		}
	}
	return l
}

func (m *Module) print(p *printer) string {
	fmt.Fprintf(&p.buf, "module %q", m.File)
	if m.FP.Fast {
		p.buf.WriteString(" fast")
	}
	if m.FP.Relaxed != "" {
		p.buf.WriteString(" relaxed=" + strings.ReplaceAll(m.FP.Relaxed, " ", ","))
	}
	if m.FP.Contract != "" {
		p.buf.WriteString(" contract=" + m.FP.Contract)
	}
	if m.SetsICVs {
		p.buf.WriteString(" sets_icvs")
	}
	if m.SharesHost {
		p.buf.WriteString(" shares_host")
	}
	p.buf.WriteString("\n")
	for _, g := range m.Globals {
		p.global(g)
	}
	for _, f := range m.Funcs {
		p.function(f)
	}
	for _, k := range m.Kernels {
		p.kernel(k)
	}
	return p.buf.String()
}

// String returns the kernel's text.
func (k *Kernel) String() string {
	p := &printer{}
	p.kernel(k)
	return strings.TrimPrefix(p.buf.String(), "\n")
}

// String returns the function's text.
func (f *Function) String() string {
	p := &printer{}
	p.function(f)
	return strings.TrimPrefix(p.buf.String(), "\n")
}

// ExprString returns an expression's text; names are not made unique.
func ExprString(x Expr) string {
	p := &printer{}
	p.reset()
	return p.expr(x)
}

// printer writes one module. Names of locals, temporaries and parameters are
// made unique per function by a number.
type printer struct {
	buf   strings.Builder
	depth int
	names map[any]string
	used  map[string]int
	taken map[string]bool
	// places is set to print places; file is the one that they leave out.
	places bool
	file   string
	// listing is set to note the place at, where the source stands at, for each line.
	listing bool
	at      Position
	inside  *Kernel
	marks   []lineMark
}

// lineMark says that the line at an offset of the text belongs to a place of the source, and to a kernel.
type lineMark struct {
	offset int
	at     Position
	kernel *Kernel
}

// place is " 12:5" for a known place.
func (p *printer) place(file string, line, col int) string {
	if !p.places || line <= 0 {
		return ""
	}
	if file == p.file {
		file = ""
	} else {
		file = strconv.Quote(file) + ":"
	}
	return fmt.Sprintf(" %s%d:%d", file, line, max(col, 0))
}

func (p *printer) reset() {
	p.names, p.used, p.taken = map[any]string{}, map[string]int{}, map[string]bool{}
}

func (p *printer) name(key any, base string) string {
	if s, ok := p.names[key]; ok {
		return s
	}
	if base == "" {
		base = "t"
	}
	s := base
	for p.taken[s] {
		p.used[base]++
		s = fmt.Sprintf("%s.%d", base, p.used[base]+1)
	}
	p.names[key], p.taken[s] = s, true
	return s
}

func (p *printer) pad() string { return strings.Repeat("  ", p.depth) }

func (p *printer) line(format string, args ...any) {
	if p.listing {
		p.marks = append(p.marks, lineMark{p.buf.Len(), p.at, p.inside})
	}
	p.buf.WriteString(p.pad())
	fmt.Fprintf(&p.buf, format, args...)
	p.buf.WriteByte('\n')
}

func (l Linkage) String() string {
	return nameOf(linkageNames, int(l))
}

var spaceNames = [...]string{"", " team", " thread"}

func (p *printer) global(g *Global) {
	p.at = Position(g.Pos)
	kw := "global"
	if g.Const {
		kw = "const"
	}
	if g.Decl {
		kw = "declare " + kw
	}
	p.buf.WriteString("\n")
	s := fmt.Sprintf("%s %s%s @%s : %s", kw, g.Linkage, spaceNames[g.Space], g.Name, g.Type)
	if g.Align != 0 {
		s += fmt.Sprintf(" align %d", g.Align)
	}
	if g.Entry {
		s += " entry(" + g.HostName + ")"
	}
	s += when(g.Link, " link") + when(g.Library, " library")
	if g.Init != nil {
		s += " = " + p.init(g.Init)
	}
	p.line("%s%s", s, posSuffix(g.Pos.String()))
}

func (p *printer) init(i Init) string {
	switch i := i.(type) {
	case *InitBytes:
		return fmt.Sprintf("bytes %q", i.Data)
	case *InitScalar:
		return p.expr(i.X)
	case *InitAddr:
		name := "null"
		if i.Global != nil {
			name = "@" + i.Global.Name
		} else if i.Func != nil {
			name = "@" + i.Func.Name
		}
		if i.Offset != 0 {
			name += fmt.Sprintf(" + %d", i.Offset)
		}
		return name
	case *InitAgg:
		parts := make([]string, len(i.Parts))
		for n, q := range i.Parts {
			parts[n] = fmt.Sprintf("%d: %s %s", q.Offset, q.Type, p.init(q.Init))
		}
		return fmt.Sprintf("{%s}(%d)", strings.Join(parts, ", "), i.Size)
	}
	return fmt.Sprintf("<%T>", i)
}

func posSuffix(s string) string {
	if s == "" {
		return ""
	}
	return "  ; " + s
}

func (p *printer) params(ps []*Param, variadic bool) string {
	parts := make([]string, 0, len(ps)+1)
	for _, q := range ps {
		s := fmt.Sprintf("$%s: %s", p.name(q, q.Name), q.Type)
		if q.ByVal != nil {
			s += " byval " + q.ByVal.String()
		}
		if q.SRet != nil {
			s += " sret " + q.SRet.String()
		}
		parts = append(parts, s)
	}
	if variadic {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

func (p *printer) function(f *Function) {
	p.reset()
	p.at, p.inside = Position(f.Pos), nil
	p.buf.WriteString("\n")
	attrs := ""
	for _, a := range []struct {
		on   bool
		name string
	}{{f.Library, "library"}, {f.NoInline, "noinline"}, {f.AlwaysInline, "alwaysinline"}, {f.NoReturn, "noreturn"},
		{f.Pure, "pure"}, {f.Const, "const"}, {f.UsesParallel, "uses_parallel"}, {f.Indirect, "indirect"},
		{f.NoInstrument, "noinstrument"}, {f.X86, "x86"}} {
		if a.on {
			attrs += " " + a.name
		}
	}
	if f.Align != 0 {
		attrs += fmt.Sprintf(" align(%d)", f.Align)
	}
	if f.Cloned != "" {
		attrs += fmt.Sprintf(" cloned(%q)", f.Cloned)
	}
	if f.UseChain != "" {
		p.line("; %s", f.UseChain)
	}
	head := fmt.Sprintf("%s @%s(%s) %s%s", f.Linkage, f.Name, p.params(f.Params, f.Variadic), f.Ret, attrs)
	if f.Body == nil {
		p.line("declare %s%s", head, posSuffix(f.Pos.String()))
		return
	}
	p.line("func %s {%s", head, posSuffix(f.Pos.String()))
	p.nested(f.Body)
	p.line("}")
}

func (p *printer) kernel(k *Kernel) {
	p.reset()
	p.at, p.inside = Position(k.Pos), k
	p.buf.WriteString("\n")
	p.line("; %s: %s", k.Pos, k.Source)
	p.line("kernel @%s(", k.Name)
	for _, q := range k.Params {
		p.line("    %s", p.kernelParam(q))
	}
	tail := ""
	tail += when(k.Teams, " teams") + when(k.OwnShared, " own_shared") + when(k.Bare, " bare")
	for _, b := range []struct {
		name string
		v    int64
	}{{"num_teams", k.NumTeamsConst}, {"thread_limit", k.ThreadLimitConst}, {"num_threads", k.NumThreadsConst},
		{"min_teams", k.MinTeams}, {"min_waves", k.MinWaves}, {"max_waves", k.MaxWaves}} {
		if b.v != 0 {
			tail += fmt.Sprintf(" %s(%d)", b.name, b.v)
		}
	}
	if k.Space != nil {
		tail += " space($" + p.name(k.Space, k.Space.Name) + ")"
	}
	if k.GroupMemory != nil {
		tail += " group_memory($" + p.name(k.GroupMemory, k.GroupMemory.Name) + ")" + when(k.GroupHeap, " group_heap")
	}
	p.line(")%s {", tail)
	p.depth++
	p.reductions(k.Reductions)
	p.block(k.Body)
	p.depth--
	p.line("}")
}

func (p *printer) kernelParam(q *Param) string {
	s := fmt.Sprintf("$%s: %s %s", p.name(q, q.Name), paramKinds[q.Kind], q.Type)
	if q.Elem != nil {
		s += " to " + q.Elem.String()
	}
	if q.Bytes != 0 {
		s += fmt.Sprintf(" bytes(%d)", q.Bytes)
	}
	if q.NoAlias {
		s += " noalias"
	}
	if q.ReadOnly {
		s += " readonly"
	}
	return s
}
