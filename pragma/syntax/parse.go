package syntax

import (
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"ompcc/parse"
	"ompcc/parse/diag"
	"ompcc/parse/early"
	"ompcc/pragma/spec"
	"ompcc/pragma/tree"
)

// Parse parses the text of one directive and appends errors to diags. It returns nil
// if the directive's name is unknown or has no C form.
func Parse(p *parse.Pragma, version int, diags *diag.List) *tree.Directive {
	r := &reader{p: p, version: version, diags: diags, before: len(diags.All)}
	toks := Lex(p.Text)
	return r.directive(toks, len(p.Text))
}

// reader is the parser of one pragma's text.
type reader struct {
	p       *parse.Pragma
	version int
	diags   *diag.List
	nested  int // depth of directives inside when(…) and apply(…)
	before  int // number of diagnostics when the pragma began
}

func (r *reader) span(off, n int) diag.Span { return r.p.SpanAt(off, n) }

func (r *reader) tokSpan(t lexer.Token) diag.Span { return r.span(t.Pos.Offset, len(t.Value)) }

// runSpan returns the span of toks, which must not be empty.
func (r *reader) runSpan(toks []lexer.Token) diag.Span {
	return r.span(toks[0].Pos.Offset, EndOf(toks[len(toks)-1])-toks[0].Pos.Offset)
}

// source returns the source text of toks, including the blanks between them.
func (r *reader) source(toks []lexer.Token) string {
	if len(toks) == 0 {
		return ""
	}
	return r.p.Text[toks[0].Pos.Offset:EndOf(toks[len(toks)-1])]
}

// failed reports whether this pragma already has an error.
func (r *reader) failed() bool {
	for _, d := range r.diags.All[r.before:] {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}

func (r *reader) errorf(sp diag.Span, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return r.diags.Errorf(sp, code, format, args...)
}

// directive parses a directive's name, arguments and clauses from toks. end is the offset
// after the last character of the text.
func (r *reader) directive(toks []lexer.Token, end int) *tree.Directive {
	if len(toks) == 0 {
		r.errorf(r.span(end, 0), diag.MissingDirective, "expected the name of an OpenMP directive").
			WithSection("5.2 §3.1").
			WithFix("write a directive, for example #pragma omp parallel")
		return nil
	}
	if r.nested == 0 && r.swallowed(toks) || !r.balanced(toks, end) {
		return r.named(toks)
	}
	def, n := r.name(toks)
	if def == nil {
		return nil
	}
	d := r.newDirective(def, toks[:n])
	d.TextEnd = end
	rest := r.arguments(d, toks[n:], end)
	r.clauses(d, rest)
	r.deprecatedDirective(d, toks[:n])
	r.finish(d)
	return d
}

// named parses only the directive's name, for a text whose clauses have syntax errors.
func (r *reader) named(toks []lexer.Token) *tree.Directive {
	def, n := r.name(toks)
	if def == nil {
		return nil
	}
	return r.newDirective(def, toks[:n])
}

func (r *reader) newDirective(def *spec.DirectiveDef, name []lexer.Token) *tree.Directive {
	d := &tree.Directive{Kind: def.Kind, Leafs: def.Leafs, Def: def, Pragma: r.p, SpecVersion: r.version,
		NameStart: name[0].Pos.Offset, NameEnd: EndOf(name[len(name)-1]), TextEnd: len(r.p.Text)}
	if def.Deprecated != "" {
		d.Deprecated = def.Kind.String()
		r.diags.Warnf(r.runSpan(name), diag.DeprecatedOpenmp, "'%s' is deprecated since OpenMP 5.1", def.Kind).
			WithSection(def.Section).WithFix("write %s", def.Deprecated).WithEdit(r.runSpan(name), def.Deprecated)
	}
	return d
}

// balanced reports whether all literals and brackets in toks are closed, and diagnoses the first that is not.
func (r *reader) balanced(toks []lexer.Token, end int) bool {
	for _, t := range toks {
		if t.Type == tokString && !terminated(t.Value) {
			r.errorf(r.tokSpan(t), diag.UnterminatedLiteral, "missing closing %c",
				t.Value[strings.IndexAny(t.Value, `"'`)]).
				WithFix("end the literal on the same line")
			return false
		}
	}
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Type != tokPunct {
			continue
		}
		if closing(t.Value) != "" {
			j, bad := matching(toks, i)
			if j < 0 {
				at := r.span(end, 0)
				if bad < len(toks) {
					at = r.tokSpan(toks[bad])
				}
				if t.Value == "{" && bad >= len(toks) {
					r.errorf(r.tokSpan(t), diag.BlockOnLine,
						"unexpected '{' on the line of the directive: the block must begin on the next line").
						WithSection("5.2 §3.1").WithFix("move '{' to the next line")
					return false
				}
				r.unclosed(toks, i, bad, at)
				return false
			}
			i = j
			continue
		}
		if t.Value == ")" || t.Value == "]" || t.Value == "}" {
			r.unopened(toks[:i], t)
			return false
		}
	}
	return true
}

// name finds the longest directive name at the start of toks and returns its definition
// and its number of tokens. Names with underscores (OpenMP 6.0) denote the same directives.
func (r *reader) name(toks []lexer.Token) (*spec.DirectiveDef, int) {
	if d, n, ok := r.compound(toks); ok {
		return d, n
	}
	t := spec.Directives()
	words, ends := nameWords(toks)
	for n := len(words); n > 0; n-- {
		if ends[n-1] == 0 {
			continue
		}
		if d := t.Defs[spec.DirectiveNamed(strings.Join(words[:n], " "))]; d != nil {
			r.warnSince(d, toks[:ends[n-1]])
			return d, ends[n-1]
		}
	}
	r.unknownDirective(toks, words, ends)
	return nil, 0
}

// nameWords splits the leading identifiers of toks into words; "target_data" counts as two.
// ends[i] is the number of tokens up to the end of word i, or 0 if word i ends inside a token.
func nameWords(toks []lexer.Token) (words []string, ends []int) {
	for i, t := range toks {
		if t.Type != tokIdent || len(words) >= spec.MaxNameWords+1 {
			break
		}
		parts := []string{t.Value}
		if strings.Contains(t.Value, "_") && spec.SplitsIntoNames(t.Value) {
			parts = strings.Split(t.Value, "_")
		}
		for j, p := range parts {
			words = append(words, p)
			if j == len(parts)-1 {
				ends = append(ends, i+1)
			} else {
				ends = append(ends, 0)
			}
		}
	}
	return words, ends
}

// unknownDirective reports an unknown directive name and suggests the nearest known one.
func (r *reader) unknownDirective(toks []lexer.Token, words []string, ends []int) {
	if len(words) == 0 {
		r.errorf(r.tokSpan(toks[0]), diag.MissingDirective, "expected the name of an OpenMP directive before '%s'",
			toks[0].Value).WithSection("5.2 §3.1")
		return
	}
	for n := len(words); n > 0; n-- {
		if s := strings.Join(words[:n], " "); spec.FortranOnly(s) && ends[n-1] > 0 {
			d := r.errorf(r.runSpan(toks[:ends[n-1]]), diag.FortranDirective,
				"'%s' is a directive for Fortran, not for C", s).WithSection("5.2 §3.1")
			switch {
			case words[0] == "end":
				d.WithFix(fortranEnd)
			case strings.Contains(s, "do"):
				d.WithFix("write for instead of do")
			default:
				d.WithFix("remove it, or write a directive for a loop, such as '#pragma omp for'")
			}
			return
		}
	}
	if r.endOfConstruct(toks, words, ends) || r.otherwiseCalled(toks) {
		return
	}
	var names []string
	for k := range spec.Directives().Defs {
		names = append(names, k.String())
	}
	// Try every prefix of the words, and suggest the name with the smallest edit distance.
	best, bestDist, bestN := "", 1<<30, 1
	for n := 1; n <= len(words); n++ {
		s := strings.Join(words[:n], " ")
		if c := parse.Nearest(s, names); c != "" {
			if d := early.Distance(s, c); d < bestDist || d == bestDist && n > bestN {
				best, bestDist, bestN = c, d, n
			}
		}
	}
	n := ends[bestN-1]
	if n == 0 {
		n = 1
	}
	d := r.errorf(r.runSpan(toks[:n]), diag.UnknownDirective, "unknown OpenMP directive '%s'", r.source(toks[:n])).
		WithSection("5.2 §3.1")
	if best == "" {
		best = otherwiseSpelt(words)
	}
	switch {
	case words[0] == "omp":
		d.WithFix("remove the second 'omp'")
	case best != "":
		d.Suggest(best)
	}
}

// otherwiseSpelt returns the directive that a prefix of words names in capital letters, in another
// order or incompletely, or "" if there is none.
func otherwiseSpelt(words []string) string {
	for n := len(words); n > 0; n-- {
		if name := strings.ToLower(strings.Join(words[:n],
			" ")); spec.Directives().Defs[spec.DirectiveNamed(name)] != nil {
			return name
		}
	}
	for n := len(words); n > 0; n-- {
		if name := reordered(words[:n]); name != "" {
			return name
		}
	}
	return ""
}

// arguments parses the arguments between the directive's name and its clauses.
// It returns the remaining tokens.
func (r *reader) arguments(d *tree.Directive, toks []lexer.Token, end int) []lexer.Token {
	form := d.Def.Args
	if d.Kind == spec.Ordered || form == spec.ArgNone {
		return toks
	}
	if form == spec.ArgCancel {
		return r.cancelKind(d, toks, end)
	}
	if len(toks) == 0 || toks[0].Value != "(" {
		if need, write := missingArgument(form); need != "" {
			e := r.errorf(r.span(d.NameEnd, 0), diag.MissingArgument, "directive '%s' needs %s in parentheses", d.Kind,
				need).WithSection(d.Def.Section).WithFix("write %s(%s)", d.Kind, write)
			if form == spec.ArgList && len(toks) > 0 {
				e.WithFix("write %s(%s)", d.Kind, r.source(toks))
			}
			if len(toks) > 0 && spec.Clauses()[spec.ClauseNamed(toks[0].Value)] == nil {
				return nil // the argument lacks its parentheses: do not parse it as a clause
			}
		}
		return toks
	}
	close, _ := matching(toks, 0)
	inner := toks[1:close]
	arg := &tree.Clause{Kind: spec.NoClause, Span: r.runSpan(toks[:close+1]), Start: toks[0].Pos.Offset,
		End: EndOf(toks[close])}
	closeOff := toks[close].Pos.Offset
	switch form {
	case spec.ArgReduction:
		r.reductionArgs(d, inner, closeOff)
	case spec.ArgInduction:
		r.inductionArgs(d, inner, closeOff)
	case spec.ArgMapper:
		r.mapperArgs(d, inner, closeOff)
	case spec.ArgOptName, spec.ArgName:
		r.nameArg(d, arg, inner, closeOff)
	default:
		r.listArg(d, arg, inner, closeOff)
	}
	d.Args = arg
	return toks[close+1:]
}

// missingArgument is what a directive with arguments of form f needs, and an example.
func missingArgument(f spec.ArgForm) (need, write string) {
	switch f {
	case spec.ArgList:
		return "a list", "…"
	case spec.ArgName:
		return "the name of a function", "…"
	case spec.ArgReduction:
		return "an identifier, types and a combiner", "sum : int : omp_out += omp_in"
	case spec.ArgInduction:
		return "an identifier and types", "next : int"
	case spec.ArgMapper:
		return "a type and a variable's name", "struct S s"
	}
	return "", ""
}

func (r *reader) cancelKind(d *tree.Directive, toks []lexer.Token, end int) []lexer.Token {
	kinds := []string{"parallel", "sections", "for", "taskgroup"}
	if len(toks) > 1 && toks[0].Value == "," {
		toks = toks[1:] // a comma may precede the first clause (5.2 §3.1)
	}
	if len(toks) > 0 && slices.Contains(kinds, toks[0].Value) {
		d.Args = &tree.Clause{Span: r.tokSpan(toks[0]), Start: toks[0].Pos.Offset, End: EndOf(toks[0]),
			Words: []string{toks[0].Value}}
		return toks[1:]
	}
	at := r.span(end, 0)
	if len(toks) > 0 {
		at = r.tokSpan(toks[0])
	}
	e := r.errorf(at, diag.MissingArgument, "directive '%s' needs the construct to cancel", d.Kind).
		WithSection(d.Def.Section)
	e.WithFix("write one of parallel, sections, for, taskgroup")
	if len(toks) > 0 && toks[0].Type == tokIdent && spec.Clauses()[spec.ClauseNamed(toks[0].Value)] == nil {
		if n := parse.Nearest(toks[0].Value, kinds); n != "" {
			e.Suggest(n)
		}
		return toks[1:]
	}
	return toks
}

func (r *reader) listArg(d *tree.Directive, arg *tree.Clause, inner []lexer.Token, close int) {
	g := parseWith(r, clauseGrammars().trail, inner, close, "directive '"+d.Kind.String()+"'")
	if g == nil {
		return
	}
	arg.Items = r.items(g.Items)
	if d.Kind == spec.DeclareSimd {
		for _, it := range arg.Items {
			it.Name = true
		}
	}
}

func (r *reader) nameArg(d *tree.Directive, arg *tree.Clause, inner []lexer.Token, close int) {
	if len(inner) == 0 {
		r.errorf(r.span(close, 0), diag.MissingArgument, "directive '%s' needs a name in its parentheses", d.Kind).
			WithSection(d.Def.Section)
		return
	}
	if d.Kind == spec.Critical && (len(inner) != 1 || inner[0].Type != tokIdent) {
		r.errorf(r.runSpan(inner), diag.BadName, "the name of a critical construct must be an identifier, not '%s'",
			r.source(inner)).WithSection(d.Def.Section).
			WithFix("write a name, for example critical(lock)")
		return
	}
	if d.Kind == spec.DeclareVariant && len(inner) > 2 && inner[0].Type == tokIdent && inner[1].Value == ":" {
		d.Base, d.BaseSpan = inner[0].Value, r.tokSpan(inner[0])
		inner = inner[2:]
	}
	if d.Kind == spec.DeclareVariant && (len(inner) != 1 || inner[0].Type != tokIdent) {
		e := r.errorf(r.runSpan(inner), diag.BadVariant, "'%s' is not the name of a function", r.source(inner)).
			WithSection("5.2 §7.5")
		if inner[0].Type == tokIdent {
			e.WithFix("write declare variant(%s)", inner[0].Value)
		}
		return
	}
	arg.Words = []string{r.source(inner)}
	if d.Kind == spec.DeclareVariant {
		arg.Items = r.items([]*run{{inner}})
	}
}

// reductionArgs parses the arguments of declare reduction: id : types : combiner.
func (r *reader) reductionArgs(d *tree.Directive, inner []lexer.Token, close int) {
	g := parseWith(r, clauseGrammars().reduction, inner, close, "directive '"+d.Kind.String()+"'")
	if g == nil {
		return
	}
	red := &tree.ReductionDecl{ID: joined(g.ID.toks)}
	if !isReductionID(g.ID.toks) {
		r.errorf(r.runSpan(g.ID.toks), diag.BadReductionIdentifier, "'%s' is not a reduction identifier", red.ID).
			WithSection(d.Def.Section).WithFix("write an identifier or one of + - * & | ^ && ||")
	}
	for _, t := range g.Types {
		rt := &tree.ReductionType{Text: r.source(t.toks), Span: r.runSpan(t.toks)}
		if strings.Contains(rt.Text, "{") {
			r.errorf(rt.Span, diag.BadType, "'declare reduction' must not define the type").WithSection(d.Def.Section).
				WithFix("define the type before the directive, and name it here")
			return
		}
		if kind := tree.Unreducible(rt); kind != "" {
			r.errorf(rt.Span, diag.BadType, tree.UnreducibleText, rt.Text, kind).WithSection(d.Def.Section).
				WithFix(tree.UnreducibleFix)
			return
		}
		red.Types = append(red.Types, rt)
	}
	if g.Combiner != nil && r.plausible(g.Combiner.toks) {
		red.Combiner = r.source(g.Combiner.toks)
	}
	d.Reduction = red
}

func isReductionID(toks []lexer.Token) bool {
	return len(toks) == 1 && (toks[0].Type == tokIdent || tree.IsReductionOperator(toks[0].Value))
}

// mapperArgs parses the arguments of declare mapper: [id:] type var.
func (r *reader) mapperArgs(d *tree.Directive, inner []lexer.Token, close int) {
	m := &tree.MapperDecl{ID: "default"}
	if len(inner) >= 2 && inner[1].Value == ":" {
		if inner[0].Type != tokIdent {
			r.errorf(r.tokSpan(inner[0]), diag.BadName, "the name of a mapper must be an identifier").
				WithSection(d.Def.Section)
		}
		m.ID, inner = inner[0].Value, inner[2:]
	}
	if n := len(inner); n < 2 || inner[n-1].Type != tokIdent ||
		n == 2 && tree.OneOf(inner[0].Value, "struct", "union", "enum") {
		r.errorf(r.span(close, 0), diag.MissingArgument,
			"directive 'declare mapper' needs a type and a variable's name").
			WithSection(d.Def.Section).WithFix("write declare mapper(struct S s) map(…)")
		return
	}
	if i := slices.IndexFunc(inner, func(t lexer.Token) bool { return t.Value == "," }); i > 0 && !hasBrace(inner) {
		e := r.errorf(r.tokSpan(inner[i]), diag.Syntax, "unexpected ',' in directive 'declare mapper'").
			WithSection(d.Def.Section)
		if i == 1 {
			e.WithFix("write a colon after the mapper's name: declare mapper(%s : %s)", inner[0].Value,
				r.source(inner[2:]))
		}
		return
	}
	m.Var = inner[len(inner)-1].Value
	m.Type = r.source(inner[:len(inner)-1])
	d.Mapper = m
}

func hasBrace(toks []lexer.Token) bool {
	return slices.ContainsFunc(toks, func(t lexer.Token) bool { return t.Value == "{" })
}

// clauses parses the clauses of d. Commas may separate them.
func (r *reader) clauses(d *tree.Directive, toks []lexer.Token) {
	for len(toks) > 0 {
		if toks[0].Value == "," && len(toks) > 1 && toks[1].Type == tokIdent {
			toks = toks[1:]
		}
		if toks[0].Type != tokIdent {
			e := r.errorf(r.runSpan(toks), diag.TrailingText, "unexpected '%s' after directive '%s'", r.source(toks),
				d.Kind).
				WithSection("5.2 §3.1").WithFix("remove it")
			if d.Kind == spec.Unroll && toks[0].Value == "(" && len(d.Clauses) == 0 {
				e.WithFix("write unroll partial%s", r.source(toks))
			} else if d.Kind == spec.TargetUpdate && toks[0].Value == "(" {
				e.WithFix("write to%s or from%s", r.source(toks), r.source(toks))
			} else if meant := hyphened(d.Kind.String(), toks); meant != "" && len(d.Clauses) == 0 {
				e.Suggest(meant)
			}
			return
		}
		if n := r.misspeltName(d, toks); n > 0 {
			toks = toks[n:]
			continue
		}
		if r.nameInClauses(d, toks) {
			return
		}
		if n := r.withoutParentheses(d, toks); n > 0 {
			toks = toks[n:]
			continue
		}
		n, close := 1, -1
		if len(toks) > 1 && toks[1].Value == "(" {
			close, _ = matching(toks, 1)
			n = close + 1
		}
		if c := r.clause(d, toks[:n]); c != nil {
			d.Clauses = append(d.Clauses, c)
		}
		toks = toks[n:]
	}
}

// nameInClauses reports words of a directive name among the clauses: the name's words are
// in the wrong order, or some of them follow a clause.
func (r *reader) nameInClauses(d *tree.Directive, toks []lexer.Token) bool {
	words := strings.Fields(d.Kind.String())
	isName := func(t lexer.Token) bool {
		return r.looksLikeDirective(t.Value) || tree.OneOf(t.Value, "enter", "exit", "data", "update")
	}
	if len(toks) > 1 && toks[1].Value == "(" || !isName(toks[0]) ||
		spec.Clauses()[spec.ClauseNamed(toks[0].Value)] != nil && !tree.OneOf(toks[0].Value, "enter", "update") {
		return false
	}
	if _, allowed := d.Def.Clauses[spec.ClauseNamed(toks[0].Value)]; allowed {
		return false
	}
	n := 0
	for n < len(toks) && isName(toks[n]) && !slices.Contains(words, toks[n].Value) {
		words = append(words, toks[n].Value)
		n++
	}
	meant := reordered(words)
	if n == 0 || meant == "" {
		return false
	}
	r.errorf(r.runSpan(toks[:n]), diag.UnknownClause, "'%s' is part of a directive name, not a clause of '%s'",
		joinedWords(toks[:n]), d.Kind).WithSection("5.2 §17.3").
		WithFix("write '%s' before the clauses", meant)
	return true
}

func joinedWords(toks []lexer.Token) string {
	var words []string
	for _, t := range toks {
		words = append(words, t.Value)
	}
	return strings.Join(words, " ")
}

// withoutParentheses reports a clause whose required argument has no parentheses, or other
// brackets. It returns the number of tokens of the clause and its argument.
func (r *reader) withoutParentheses(d *tree.Directive, toks []lexer.Token) int {
	kind, _ := r.clauseKind(d, toks)
	def := spec.Clauses()[kind]
	if _, allowed := d.Def.Clauses[kind]; !allowed || def == nil || len(toks) == 1 || toks[1].Value == "(" ||
		toks[1].Value == "," ||
		r.mayBeBare(&tree.Clause{Kind: kind, Def: def}, d) {
		return 0
	}
	n := 1
	for n < len(toks) && (toks[n].Type != tokIdent || spec.Clauses()[spec.ClauseNamed(toks[n].Value)] == nil) {
		if closing(toks[n].Value) != "" {
			n, _ = matching(toks, n)
		}
		n++
	}
	argument := strings.TrimLeft(strings.Trim(r.source(toks[1:n]), "[]{}"), "=: ")
	if n == 1 && kind == spec.MapClause && len(toks) > 2 && tree.OneOf(toks[1].Value, "to", "from") &&
		toks[2].Value == "(" {
		close, _ := matching(toks, 2)
		n = close + 1
		argument = toks[1].Value + ": " + r.source(toks[3:close])
	}
	if n == 1 || strings.ContainsAny(argument, "()[]{}") &&
		strings.Count(argument, "(") != strings.Count(argument, ")") {
		return 0
	}
	r.errorf(r.span(EndOf(toks[0]), 0), diag.MissingArgument, "clause '%s' needs its argument in parentheses", kind).
		WithSection(def.Section).
		WithFix("write %s(%s)", kind, argument)
	return n
}

// clause parses one clause. toks holds its name and, if there are any, its parenthesised arguments.
func (r *reader) clause(d *tree.Directive, toks []lexer.Token) *tree.Clause {
	name := toks[0]
	kind, written := r.clauseKind(d, toks)
	def := spec.Clauses()[kind]
	use, allowed := d.Def.Clauses[kind]
	if def == nil && strings.HasPrefix(name.Value, "ext_") &&
		tree.OneOf(d.Kind, spec.Assume, spec.Assumes, spec.BeginAssumes) {
		r.diags.Warnf(r.tokSpan(name), diag.OmpUnknownAssumption, "unknown assumption '%s' has no effect", name.Value).
			WithSection(d.Def.Section)
		return &tree.Clause{Kind: spec.ClauseNamed(name.Value), Span: r.tokSpan(name), Start: name.Pos.Offset,
			End: EndOf(toks[len(toks)-1]),
			Def: &spec.ClauseDef{Kind: spec.ClauseNamed(name.Value), Section: d.Def.Section, Repeat: true}}
	}
	if !allowed || def == nil {
		r.clauseNotAllowed(d, name, def)
		return nil
	}
	if d.Def.Since <= r.version {
		r.later(r.tokSpan(name), max(use.Since, def.Since), def.Section, "'%s' on '%s' is", kind, d.Kind)
	}
	c := &tree.Clause{Kind: kind, Span: r.tokSpan(name), Start: name.Pos.Offset, End: EndOf(toks[len(toks)-1]),
		Def: def, Written: written}
	if written != "" {
		r.deprecatedClause(d, c)
	}
	if len(toks) == 1 {
		if !r.mayBeBare(c, d) {
			r.errorf(r.span(EndOf(name), 0), diag.MissingArgument, "clause '%s' needs an argument in parentheses",
				kind).WithSection(def.Section).
				WithFix("write %s(…)", kind)
			return nil
		}
		return c
	}
	a := &argReader{reader: r, d: d, c: c, toks: toks[2 : len(toks)-1], close: toks[len(toks)-1].Pos.Offset}
	if !a.constituent() || !a.read() {
		d.BadDoacross = d.BadDoacross || kind == spec.DoacrossClause
		return nil
	}
	a.deprecatedForms()
	return c
}

// clauseKind returns the kind of the clause at toks. For a deprecated spelling, kind is
// the clause that replaced it, and written is the spelling in the source.
func (r *reader) clauseKind(d *tree.Directive, toks []lexer.Token) (kind spec.ClauseKind, written string) {
	name := toks[0].Value
	switch {
	case name == "to" && d.Kind == spec.DeclareTarget:
		return spec.EnterClause, name
	case name == "default" && d.Def.Assoc == spec.AssocMeta, name == "default" && d.Kind == spec.BeginMetadirective:
		return spec.OtherwiseClause, name
	case name == "depend" && d.Kind == spec.Ordered:
		return spec.DoacrossClause, name
	}
	return spec.ClauseNamed(name), ""
}

func (r *reader) deprecatedClause(d *tree.Directive, c *tree.Clause) {
	fix := map[string]string{"to": "enter(…)", "default": "otherwise(…)", "depend": "doacross(…)"}[c.Written]
	w := r.diags.Warnf(c.Span, diag.DeprecatedOpenmp, "clause '%s' on '%s' is deprecated since OpenMP 5.2", c.Written,
		d.Kind).
		WithSection(c.Def.Section).WithFix("write %s", fix)
	if c.Written != "depend" {
		w.WithEdit(c.Span, c.Kind.String())
	}
}

// mayBeBare reports whether c may appear without arguments.
func (r *reader) mayBeBare(c *tree.Clause, d *tree.Directive) bool {
	switch c.Def.Shape {
	case spec.ShapeFlag, spec.ShapeFlagExpr:
		return true
	case spec.ShapeOptExpr:
		return c.Kind != spec.DestroyClause || d.Kind == spec.Depobj
	case spec.ShapeUpdate:
		return d.Has(spec.Atomic)
	}
	return false
}

// clauseNotAllowed reports an unknown clause, or a clause that is not allowed on d.
func (r *reader) clauseNotAllowed(d *tree.Directive, name lexer.Token, def *spec.ClauseDef) {
	if def == nil {
		e := r.errorf(r.tokSpan(name), diag.UnknownClause, "unknown clause '%s' on directive '%s'", name.Value, d.Kind).
			WithSection(d.Def.Section)
		fix := r.suggestClause(d, name.Value)
		switch {
		case slices.Contains(d.Def.Order, spec.ClauseNamed(fix)):
			e.Suggest(fix)
		case fix != "":
			e.WithFix("%s", fix)
		case d.Kind == spec.TargetUpdate:
			e.WithFix("write to(%s) or from(%s)", name.Value, name.Value)
		case d.Kind == spec.Critical && d.Args == nil:
			e.WithFix("write critical(%s)", name.Value)
		case d.Kind == spec.Flush && d.Args == nil:
			e.WithFix("write flush(%s)", name.Value)
		case len(d.Def.Order) == 0:
			e.WithFix("remove it: '%s' has no clauses", d.Kind)
		case len(d.Def.Order) <= 8:
			e.WithFix("write %s", choice(clauseNames(d.Def.Order)))
		default:
			e.WithFix("remove it, or write one of the clauses of '%s': %s", d.Kind,
				strings.Join(clauseNames(d.Def.Order), ", "))
		}
		return
	}
	e := r.errorf(r.tokSpan(name), diag.ClauseNotAllowed, "clause '%s' is not allowed on directive '%s'", name.Value,
		d.Kind).WithSection(d.Def.Section)
	if fix := foreignOn[d.Kind][name.Value]; fix != "" {
		e.WithFix("write %s", fix)
	} else if name.Value == "copyin" {
		e.WithFix("write map(to: …): 'copyin' is for threadprivate variables, on parallel")
	} else if name.Value == "nowait" && d.Has(spec.Parallel) {
		e.WithFix("remove it: a parallel construct always ends with a barrier")
	} else if name.Value == "threads" {
		e.WithFix("write num_threads(…) or thread_limit(…): 'threads' is for ordered")
	} else if on := directivesWith(def.Kind); len(on) > 0 {
		e.WithFix("remove it: '%s' may appear on %s", name.Value, strings.Join(on, ", "))
	}
}

func clauseNames(kinds []spec.ClauseKind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return names
}

// suggestClause guesses what the user meant by an unknown clause. It returns the name of a clause
// of this directive, a sentence for a fix-it, or "".
func (r *reader) suggestClause(d *tree.Directive, name string) string {
	var names []string
	for _, k := range d.Def.Order {
		names = append(names, k.String())
	}
	if f := foreignOn[d.Kind][name]; f != "" {
		return "write " + f
	}
	if f := foreign[name]; f != "" {
		return "write " + f
	}
	if name == "reduce" && slices.Contains(names, "reduction") {
		return "reduction"
	}
	if n := parse.Nearest(name, names); n != "" {
		return n
	}
	if len(d.Clauses) == 0 && name == "do" {
		return "write for: do is Fortran's"
	}
	if r.looksLikeDirective(name) {
		return "'" + name + "' is a directive: write it as a separate pragma"
	}
	return ""
}

// misspeltName reports a directive name whose last words are misspelt, as in
// "target teams distribte", so that they look like clauses. It changes d to the intended
// directive, so that the following clauses are parsed for that one. It returns the
// number of misspelt words.
func (r *reader) misspeltName(d *tree.Directive, toks []lexer.Token) int {
	name := toks[0].Value
	if len(d.Clauses) > 0 || d.Args != nil || name == "do" || spec.Clauses()[spec.ClauseNamed(name)] != nil {
		return 0
	}
	var clauses []string
	for _, k := range d.Def.Order {
		clauses = append(clauses, k.String())
	}
	if parse.Nearest(name, clauses) != "" {
		return 0
	}
	meant, n := longerDirective(d.Kind.String(), toks)
	def := spec.Directives().Defs[spec.DirectiveNamed(meant)]
	if def == nil || meant == d.Kind.String()+" "+joinedWords(toks[:n]) {
		return 0 // no name, or a comma separates its words
	}
	r.errorf(r.runSpan(toks[:n]), diag.UnknownDirective, "unknown OpenMP directive '%s %s'", d.Kind, joined(toks[:n])).
		WithSection("5.2 §3.1").Suggest(meant)
	d.Kind, d.Leafs, d.Def = def.Kind, def.Leafs, def
	return n
}

// longerDirective finds the directive whose name is kind followed by words similar to those
// of toks. It returns its name and the number of these words.
func longerDirective(kind string, toks []lexer.Token) (name string, n int) {
	var names []string
	for k := range spec.Directives().Defs {
		if strings.HasPrefix(k.String(), kind+" ") {
			names = append(names, k.String())
		}
	}
	text := kind
	for i := 0; i < len(toks) && i <= spec.MaxNameWords && toks[i].Type == tokIdent; i++ {
		text += " " + toks[i].Value
		// Nearest's limit for the edit distance grows with the length of the whole name. Only
		// the part after kind may be misspelt, so the limit here is fixed.
		if best := parse.Nearest(text, names); best != "" && early.Distance(text, best) <= 2 {
			name, n = best, i+1
		}
	}
	return name, n
}

func (r *reader) looksLikeDirective(s string) bool {
	return spec.Directives().Defs[spec.DirectiveNamed(s)] != nil
}

// directivesWith lists the leaf directives that take clause k, or the first compound one if no leaf does.
func directivesWith(k spec.ClauseKind) []string {
	var on []string
	t := spec.Directives()
	for _, d := range t.Order {
		_, ok := t.Defs[d].Clauses[k]
		if leaf := len(t.Defs[d].Leafs) == 1; ok && (leaf || len(on) == 0) {
			on = append(on, d.String())
		}
	}
	return on
}

// parseWith runs grammar g over toks and reports a syntax error at its token.
func parseWith[G any](r *reader, g *participle.Parser[G], toks []lexer.Token, end int, where string) *G {
	pl := peeking(toks, end)
	v, err := g.ParseFromLexer(pl)
	if err == nil {
		return v
	}
	at := pl.Peek()
	var perr participle.Error
	if errors.As(err, &perr) {
		for i := range toks {
			if toks[i].Pos.Offset == perr.Position().Offset {
				at = &toks[i]
			}
		}
	}
	if at.EOF() {
		if len(toks) == 0 {
			r.errorf(r.span(end, 1), diag.EmptyList, "%s has empty parentheses", where).WithSection("5.2 §3.2.1").
				WithFix("write the argument, or remove it")
			return nil
		}
		r.errorf(r.span(end, 1), diag.Syntax, "unexpected ')' in %s: something is missing before it", where).
			WithSection("5.2 §3.2").
			WithFix("%s", r.completeForm(where))
		return nil
	}
	e := r.errorf(r.tokSpan(*at), diag.Syntax, "unexpected '%s' in %s", at.Value, where).WithSection("5.2 §3.2")
	switch {
	case at.Value == ":" && strings.HasPrefix(where, "clause"):
		e.WithFix("write a separate clause for each kind of argument")
	case at.Value == ",":
		e.WithFix("write an argument between the commas, or remove one")
	case where == "clause 'schedule'" && at.Type == tokNumber && at == &toks[0]:
		e.WithFix("write the kind first, then the chunk size: schedule(static, %s)", at.Value)
	case where == "clause 'when'", where == "clause 'match'":
		r.selectorForm(e, toks, *at)
	case where == "clause 'schedule'" &&
		(toks[0].Value == "monotonic" || toks[0].Value == "nonmonotonic" || toks[0].Value == "simd"):
		e.WithFix("write a colon after the modifier: schedule(%s: %s)", toks[0].Value, at.Value)
	case where == "clause 'schedule'":
		e.WithFix("write a comma before the chunk size: schedule(static, 4)")
	}
	return nil
}

// completeForm returns a fix-it with the complete form of a directive that ends too early, or "".
func (r *reader) completeForm(where string) string {
	if where == "directive 'declare reduction'" {
		return "write declare reduction(id : type : omp_out = … omp_in …)"
	}
	return ""
}

// finish completes d after its last clause. It copies the combiner and initializer clauses of
// declare reduction, and checks the rules on the set of clauses.
func (r *reader) finish(d *tree.Directive) {
	if red := d.Reduction; red != nil {
		if c := d.Clause(spec.InitializerClause); c != nil {
			red.Initializer = c.Code
		}
		if c := d.Clause(spec.CombinerClause); c != nil && red.Combiner == "" {
			red.Combiner = c.Code
		}
		if red.Combiner == "" && d.Kind == spec.DeclareReduction && !r.failed() {
			r.errorf(r.span(d.NameEnd, 0), diag.MissingArgument, "directive 'declare reduction' needs a combiner").
				WithSection(d.Def.Section).
				WithFix("write declare reduction(id : type : omp_out = … omp_in …)")
		}
	}
	r.finishInduction(d)
	r.finishBare(d)
	r.checkClauseSet(d)
	r.checkConstituents(d)
}
