package region

import (
	"fmt"
	"strconv"
	"strings"
)

func (p *printer) nested(b *Block) {
	p.depth++
	p.block(b)
	p.depth--
}

func (p *printer) block(b *Block) {
	if b == nil {
		p.line("<nil block>")
		return
	}
	for _, l := range b.Locals {
		p.line("local %s", p.local(l))
	}
	for _, s := range b.Stmts {
		p.stmt(s)
	}
}

func (p *printer) local(l *Local) string {
	s := fmt.Sprintf("%s: %s%s", p.name(l, l.Name), l.Type, spaceNames[l.Space])
	if l.Align != 0 {
		s += fmt.Sprintf(" align %d", l.Align)
	}
	s += when(l.Escapes, " escapes")
	if at := p.place(l.Pos.File, l.Pos.Line, l.Pos.Col); at != "" {
		s += " declared" + at
	}
	return s
}

func (p *printer) body(head string, b *Block) {
	p.line("%s {", head)
	p.nested(b)
	p.line("}")
}

func (p *printer) stmt(s Stmt) {
	pos, around := s.StmtPos(), p.at
	if pos.Line > 0 {
		p.at = pos
	}
	defer func() { p.at = around }()
	if at := p.place(pos.File, pos.Line, pos.Col); at != "" {
		p.line("at%s", at)
	}
	switch s := s.(type) {
	case *Block:
		p.line("{")
		p.nested(s)
		p.line("}")
	case *Let:
		x := p.expr(s.X)
		p.line("%%%s = %s", p.name(s.Temp, s.Temp.Name), x)
	case *Eval:
		p.line("%s", p.expr(s.X))
	case *Store:
		p.line("%s%s[%s]%s%s = %s", vol(s.Volatile), typeString(s.X), p.addr(s.Addr), accessSuffix(s.Align, s.NonTemporal), p.site(s.Site),
			p.expr(s.X))
	case *BitStore:
		p.line("%s%s[%s :%d+%d]%s = %s", vol(s.Volatile), typeString(s.X), p.addr(s.Addr), s.Off, s.Width, p.site(s.Site),
			p.expr(s.X))
	case *AtomicStore:
		p.line("atomic.%s%s %s[%s]%s = %s", s.Order, scopeNames[s.Scope], typeString(s.X), p.addr(s.Addr), p.site(s.Site),
			p.expr(s.X))
	case *Copy:
		p.line("%scopy %s [%s]%s = [%s]%s", vol(s.Volatile), s.Type, p.addr(s.Dst), p.site(s.Site), p.addr(s.Src),
			p.site(s.From))
	case *Zero:
		p.line("zero %d [%s]", s.Size, p.addr(s.Addr))
	case *If:
		p.ifStmt(s)
	case *Loop:
		p.loop(s)
	case *Switch:
		p.body("switch "+when(s.Computed, "computed ")+p.expr(s.X), s.Body)
	case *CaseLabel:
		p.caseLabel(s)
	case *Break:
		p.line("break")
	case *Continue:
		p.line("continue")
	case *Return:
		if s.X == nil {
			p.line("return")
		} else {
			p.line("return %s", p.expr(s.X))
		}
	case *Label:
		p.line("%s:", p.label(s))
	case *Goto:
		p.line("goto %s", p.label(s.Label))
	case *Asm:
		p.asm(s)
	default:
		p.omp(s)
	}
}

// asm prints outputs as Type[address], and inputs in memory as their type and address.
func (p *printer) asm(s *Asm) {
	outs, ins := make([]string, len(s.Outs)), make([]string, len(s.Ins))
	for i, x := range s.Outs {
		outs[i] = "?"
		if i < len(s.OutTypes) {
			outs[i] = fmt.Sprintf("%s[%s]", s.OutTypes[i], p.addr(x))
		}
	}
	for i, x := range s.Ins {
		ins[i] = p.expr(x)
		if i < len(s.InMemory) && s.InMemory[i] != nil {
			ins[i] = fmt.Sprintf("memory %s[%s]", s.InMemory[i], p.addr(x))
		}
	}
	labels := ""
	for _, l := range s.Labels {
		labels += " goto " + p.label(l)
	}
	p.line("asm %s%q %q outs(%s) ins(%s)%s", vol(s.Volatile), s.Text, s.Constraints, strings.Join(outs, ", "),
		strings.Join(ins, ", "), labels)
}

// label is the unique name of l: local labels of GNU C may share one.
func (p *printer) label(l *Label) string {
	if s, ok := p.names[l]; ok {
		return s
	}
	s := l.Name
	for n := 2; p.taken[s+":"]; n++ {
		s = fmt.Sprintf("%s.%d", l.Name, n)
	}
	p.names[l], p.taken[s+":"] = s, true
	return s
}

func typeString(x Expr) string {
	if x == nil {
		return "<nil>"
	}
	return x.ExprType().String()
}

func (p *printer) ifStmt(s *If) {
	p.line("if %s {", p.expr(s.Cond))
	p.nested(s.Then)
	if s.Else != nil {
		p.line("} else {")
		p.nested(s.Else)
	}
	p.line("}")
}

func (p *printer) loop(s *Loop) {
	kw := "while"
	if s.DoWhile {
		kw = "do while"
	}
	cond := "true"
	if s.Cond != nil {
		cond = p.expr(s.Cond)
	}
	if s.Unroll != 0 {
		cond += fmt.Sprintf(" unroll(%d)", s.Unroll)
	}
	if s.Vectorize {
		cond += " vectorize"
	}
	p.line("%s %s {", kw, cond)
	p.nested(s.Body)
	if s.Post != nil && (len(s.Post.Stmts) > 0 || len(s.Post.Locals) > 0) {
		p.line("} post {")
		p.nested(s.Post)
	}
	p.line("}")
}

func (p *printer) caseLabel(s *CaseLabel) {
	switch {
	case s.Default:
		p.line("default:")
	case s.Hi == nil || s.Lo.Val.Cmp(s.Hi.Val) == 0:
		p.line("case %s:", p.expr(s.Lo))
	default:
		p.line("case %s ... %s:", p.expr(s.Lo), p.expr(s.Hi))
	}
}

func (p *printer) omp(s Stmt) {
	switch s := s.(type) {
	case *Parallel:
		p.parallel(s)
	case *WsLoop:
		p.wsloop(s)
	case *Barrier:
		p.line("barrier%s%s", s.Kind, p.clause("if", s.Cond))
	case *Critical:
		p.body(fmt.Sprintf("critical(%s)", quoted(s.Name)), s.Body)
	case *Single:
		p.body("single"+when(s.NoWait, " nowait")+p.copyPrivate(s.Copy), s.Body)
	case *Masked:
		p.body("masked"+p.clause("filter", s.Filter), s.Body)
	case *Sections:
		p.sections(s)
	case *Ordered:
		p.body("ordered", s.Body)
	case *Scan:
		p.line("scan%s", when(s.Exclusive, " exclusive")+when(s.Init, " init"))
	case *Flush:
		p.line("flush %s%s", s.Order, scopeNames[s.Scope])
	case *Task:
		p.body("task"+p.clause("final", s.Final), s.Body)
	default:
		p.line("<%T>", s)
	}
}

// quoted is name in quotes, unless it is an identifier or empty.
func quoted(name string) string {
	if strings.Trim(name, nameChars) == "" {
		return name
	}
	return strconv.Quote(name)
}

func when(on bool, text string) string {
	if on {
		return text
	}
	return ""
}

func (p *printer) clause(name string, x Expr) string {
	if x == nil {
		return ""
	}
	return fmt.Sprintf(" %s(%s)", name, p.expr(x))
}

func (p *printer) copyPrivate(cs []CopyPrivate) string {
	s := ""
	for _, c := range cs {
		s += fmt.Sprintf(" copyprivate(%s [%s])", c.Type, p.addr(c.Addr))
	}
	return s
}

func (p *printer) parallel(s *Parallel) {
	head := "parallel" + p.clause("num_threads", s.NumThreads) + p.clause("extents", s.Extents) +
		p.clause("if", s.If)
	if s.ProcBind != "" {
		head += " proc_bind(" + s.ProcBind + ")"
	}
	p.line("%s {", head)
	p.depth++
	p.reductions(s.Reductions)
	p.block(s.Body)
	p.depth--
	p.line("}")
}

func (l Level) String() string {
	var parts []string
	for i, n := range levelNames {
		if l&(1<<i) != 0 {
			parts = append(parts, n)
		}
	}
	return strings.Join(parts, " ")
}

var scheduleNames = []string{"auto", "static", "dynamic", "guided", "runtime"}

func (s Schedule) String() string {
	return nameOf(scheduleNames, int(s))
}

func (p *printer) wsloop(s *WsLoop) {
	if s.Pre != nil && len(s.Pre.Stmts)+len(s.Pre.Locals) > 0 {
		p.body("pre", s.Pre)
	}
	dims := make([]string, len(s.Trips))
	for i, t := range s.Trips {
		idx := "?"
		if i < len(s.Index) {
			idx = p.name(s.Index[i], s.Index[i].Name)
		}
		dims[i] = fmt.Sprintf("%%%s < %s", idx, p.expr(t))
	}
	head := s.Levels.String() + " " + strings.Join(dims, ", ") + when(s.NonRect, " nonrect")
	if s.Schedule != SchedAuto {
		head += " schedule(" + s.Schedule.String() + ")"
	}
	head += p.clause("chunk", s.Chunk) + p.clause("dist_chunk", s.DistChunk) + p.clause("num_threads",
		s.NumThreads) + p.clause("extents", s.Extents) + p.clause("if", s.If)
	if s.Last != nil {
		head += " last(%" + p.name(s.Last, s.Last.Name) + ")"
	}
	if s.Left != nil {
		head += " left(&" + p.name(s.Left, s.Left.Name) + ")"
	}
	if s.Simdlen != 0 {
		head += fmt.Sprintf(" simdlen(%d)", s.Simdlen)
	}
	if s.Safelen != 0 {
		head += fmt.Sprintf(" safelen(%d)", s.Safelen)
	}
	head += when(s.DistStatic, " dist_static") + when(s.Ordered, " ordered") + when(s.Scan, " scan") + when(s.NoWait,
		" nowait") + when(s.Concurrent, " concurrent")
	if len(s.Reductions) > 0 {
		head += " reduce(" + s.RedLevels.String() + ")"
	}
	p.line("%s {", head)
	p.depth++
	p.reductions(s.Reductions)
	p.block(s.Body)
	p.depth--
	p.line("}")
}

func (p *printer) sections(s *Sections) {
	head := "sections" + when(s.NoWait, " nowait")
	if s.Last != nil {
		head += " last(%" + p.name(s.Last, s.Last.Name) + ")"
	}
	p.line("%s {", head)
	p.depth++
	p.reductions(s.Reductions)
	for _, b := range s.Parts {
		p.body("section", b)
	}
	p.depth--
	p.line("}")
}

func (p *printer) reductions(rs []*Reduction) {
	for _, r := range rs {
		s := fmt.Sprintf("reduction(%s: %s) %s", r.Op, quoted(r.Name), r.Type)
		if r.Count != nil {
			s += "[" + p.expr(r.Count) + "]"
		}
		s += fmt.Sprintf(" priv(%s) orig(%s)%s", p.local(r.Priv), p.expr(r.Orig), when(r.Scanned, " scanned"))
		if r.Init != nil {
			p.body(s+" init", r.Init)
		} else {
			p.line("%s", s)
		}
		if r.Combine != nil {
			p.body(fmt.Sprintf("combine(%%%s, %%%s)", p.name(r.In, r.In.Name), p.name(r.Out, r.Out.Name)), r.Combine)
		}
	}
}
