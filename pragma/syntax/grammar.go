package syntax

import (
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammars of clause arguments. Each clause shape has its own, so that
// nothing is accepted by a catch-all alternative: map(tofrom: ) is an error.

// run is C text up to a comma, colon or closing bracket outside brackets; a
// colon that belongs to a ?: is part of it.
type run struct {
	toks []lexer.Token
}

// Parse implements participle.Parseable.
func (r *run) Parse(pl *lexer.PeekingLexer) error {
	r.toks = scan(pl, ",", ":")
	if len(r.toks) == 0 {
		return participle.NextMatch
	}
	return nil
}

// scan takes tokens up to one of stops (or a closing bracket) at depth zero.
func scan(pl *lexer.PeekingLexer, stops ...string) []lexer.Token {
	var toks []lexer.Token
	depth, conds := 0, 0
	for {
		t := pl.Peek()
		if t.EOF() {
			return toks
		}
		if depth == 0 && t.Type == tokPunct {
			if t.Value == ")" || t.Value == "]" || t.Value == "}" {
				return toks
			}
			if t.Value == ":" && conds > 0 {
				conds--
			} else if slices.Contains(stops, t.Value) {
				return toks
			}
			if t.Value == "?" {
				conds++
			}
		}
		if t.Type == tokPunct {
			switch t.Value {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
		}
		toks = append(toks, *pl.Next())
	}
}

func (r *run) off() int      { return r.toks[0].Pos.Offset }
func (r *run) first() string { return r.toks[0].Value }

// colonAhead matches nothing, but only if a colon stands before the end of the
// arguments: then modifiers come first.
type colonAhead struct{}

// Parse implements participle.Parseable.
func (*colonAhead) Parse(pl *lexer.PeekingLexer) error {
	at := pl.MakeCheckpoint()
	defer pl.LoadCheckpoint(at)
	scan(pl, ":")
	if pl.Peek().Value != ":" {
		return participle.NextMatch
	}
	return nil
}

// modsArgs: modifier , modifier : …
type modsArgs struct {
	Ahead *colonAhead `parser:"@@"`
	Mods  []*run      `parser:"@@ ( ',' @@ )* ':'"`
}

// listArgs: [modifiers :] item , item
type listArgs struct {
	Mods  *modsArgs `parser:"@@?"`
	Items []*run    `parser:"@@ ( ',' @@ )*"`
}

// trailArgs: item , item [: modifiers]
type trailArgs struct {
	Items []*run `parser:"@@ ( ',' @@ )*"`
	Trail []*run `parser:"( ':' @@ ( ',' @@ )* )?"`
}

// vectorArgs: [type :] iteration vector, which may be missing (source:).
type vectorArgs struct {
	Mods  *modsArgs `parser:"@@?"`
	Items []*run    `parser:"( @@ ( ',' @@ )* )?"`
}

// wordsArgs: word [: word]
type wordsArgs struct {
	Word     string `parser:"@Ident"`
	Category string `parser:"( ':' @Ident )?"`
}

// modWordsArgs: [modifiers :] word [, expr]
type modWordsArgs struct {
	Mods *modsArgs `parser:"@@?"`
	Word string    `parser:"@Ident"`
	Expr *run      `parser:"( ',' @@ )?"`
}

// iterHead is the optional type and the name of an iterator.
type iterHead struct {
	toks []lexer.Token
}

// Parse implements participle.Parseable.
func (h *iterHead) Parse(pl *lexer.PeekingLexer) error {
	h.toks = scan(pl, "=", ",", ":")
	if len(h.toks) == 0 {
		return participle.NextMatch
	}
	return nil
}

// iterSpec: [type] name = begin : end [: step]
type iterSpec struct {
	Head  *iterHead `parser:"@@ '='"`
	Begin *run      `parser:"@@ ':'"`
	End   *run      `parser:"@@"`
	Step  *run      `parser:"( ':' @@ )?"`
}

type iterArgs struct {
	Specs []*iterSpec `parser:"@@ ( ',' @@ )*"`
}

// selectorArgs: set = { trait , … } , …
type selectorArgs struct {
	Sets []*selectorSet `parser:"( @@ ( ',' @@ )* )?"`
}

type selectorSet struct {
	Pos    lexer.Position
	Name   string           `parser:"@Ident '='"`
	Traits []*selectorTrait `parser:"'{' ( @@ ( ',' @@ )* )? '}'"`
}

// selectorTrait: name [( [score(expr):] property , … )]
type selectorTrait struct {
	Pos   lexer.Position
	Name  string         `parser:"@Ident"`
	Props *selectorProps `parser:"( '(' @@ ')' )?"`
}

type selectorProps struct {
	Score *modsArgs `parser:"@@?"`
	Props []*run    `parser:"( @@ ( ',' @@ )* )?"`
}

// allocArgs: uses_allocators' [modifiers :] allocator [(traits)] , …
type allocArgs struct {
	Elems []*allocElem `parser:"@@ ( (',' | ';') @@ )*"`
}

type allocElem struct {
	Mods   *allocMods `parser:"@@?"`
	Name   *ident     `parser:"@@"`
	Traits *run       `parser:"( '(' @@ ')' )?"`
}

// ident is an identifier with its place.
type ident struct {
	Pos  lexer.Position
	Text string `parser:"@Ident"`
}

type allocMods struct {
	Mods []*allocMod `parser:"@@ ( ',' @@ )* ':'"`
}

type allocMod struct {
	Pos  lexer.Position
	Name string `parser:"@('traits' | 'memspace')"`
	Arg  *run   `parser:"'(' @@ ')'"`
}

// reductionArgs: id : type , type : combiner
type reductionArgs struct {
	ID       *run   `parser:"@@ ':'"`
	Types    []*run `parser:"@@ ( ',' @@ )*"`
	Combiner *rest  `parser:"( ':' @@ )?"`
}

// rest is all tokens to the closing bracket.
type rest struct {
	toks []lexer.Token
}

// Parse implements participle.Parseable.
func (r *rest) Parse(pl *lexer.PeekingLexer) error {
	r.toks = scan(pl)
	if len(r.toks) == 0 {
		return participle.NextMatch
	}
	return nil
}

// whenArgs: [selector] : directive
type whenArgs struct {
	Sets      []*selectorSet `parser:"( @@ ( ',' @@ )* )?"`
	Directive *rest          `parser:"':' @@?"`
}

// grammars are the built parsers, one for each shape.
type grammars struct {
	list      *participle.Parser[listArgs]
	trail     *participle.Parser[trailArgs]
	vector    *participle.Parser[vectorArgs]
	words     *participle.Parser[wordsArgs]
	modWords  *participle.Parser[modWordsArgs]
	iter      *participle.Parser[iterArgs]
	selector  *participle.Parser[selectorArgs]
	allocs    *participle.Parser[allocArgs]
	reduction *participle.Parser[reductionArgs]
	when      *participle.Parser[whenArgs]
}

// Lex implements lexer.Definition; the grammars are only run on tokens of lex.
func (clauseLexer) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return &tokenSlice{toks: Lex(string(b)), eof: lexer.Position{Offset: len(b)}}, nil
}

// clauseGrammars builds the parsers on first use: a file without pragmas does
// not pay for them.
var clauseGrammars = sync.OnceValue(func() *grammars {
	def := participle.Lexer(clauseLexer{})
	// The alternatives before a colon need more than one token to decide.
	ahead := participle.UseLookahead(participle.MaxLookahead)
	return &grammars{
		list:      participle.MustBuild[listArgs](def, ahead),
		trail:     participle.MustBuild[trailArgs](def, ahead),
		vector:    participle.MustBuild[vectorArgs](def, ahead),
		words:     participle.MustBuild[wordsArgs](def, ahead),
		modWords:  participle.MustBuild[modWordsArgs](def, ahead),
		iter:      participle.MustBuild[iterArgs](def, ahead),
		selector:  participle.MustBuild[selectorArgs](def, ahead),
		allocs:    participle.MustBuild[allocArgs](def, ahead),
		reduction: participle.MustBuild[reductionArgs](def, ahead),
		when:      participle.MustBuild[whenArgs](def, ahead),
	}
})

// words joins the tokens of a run by single blanks: "target data".
func joined(toks []lexer.Token) string {
	s := make([]string, len(toks))
	for i, t := range toks {
		s[i] = t.Value
	}
	return strings.Join(s, " ")
}
