// Coloured text.

package page

import (
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/dlclark/regexp2"
)

// A line of coloured text is the text with marks in it: the character firstMark+n begins a piece of colour n, which are
// letters of colours. The page's script takes them apart.
const (
	firstMark = '\uE000'
	colours   = " ktfvnscpl" // plain, keyword, type, function, variable, number, string, comment, preprocessor, label
)

// The languages, by the files of their lexers.
const (
	langC        = "c"
	langLLVM     = "llvm"
	langRegion   = "region"
	langAssembly = "assembly"
)

var lexers sync.Map // by language

// lexer reads a lexer's file when it is first needed: a compilation without a page pays nothing for it.
func lexer(language string) chroma.Lexer {
	if l, ok := lexers.Load(language); ok {
		return l.(chroma.Lexer)
	}
	l := chroma.MustNewLexer(patient(chroma.MustNewXMLLexer(assets, "assets/lexers/"+language+".xml")))
	lexers.Store(language, l)
	return l
}

// patient gives the configuration and the rules of a lexer, without chroma's limit of 250 ms for a match: on a busy
// machine a match may take that long, and equal commands would have different pages. No pattern of ours backtracks much.
func patient(l *chroma.RegexLexer) (*chroma.Config, func() chroma.Rules) {
	return l.Config(), func() chroma.Rules {
		rules := l.MustRules().Clone()
		rules["unlimited"] = []chroma.Rule{{Mutator: unlimited{}}}
		return rules
	}
}

// unlimited is the mutator of a rule in a state that no text enters. Chroma calls MutateLexer when it has compiled the
// patterns, until no rule has such a mutator.
type unlimited struct{}

func (unlimited) Mutate(*chroma.LexerState) error { return nil }

func (unlimited) MutateLexer(rules chroma.CompiledRules, own string, _ int) error {
	delete(rules, own)
	for _, state := range rules {
		for _, r := range state {
			r.Regexp.MatchTimeout = regexp2.DefaultMatchTimeout
		}
	}
	return nil
}

// coloured marks the colours in lines of a language. A text that the lexer does not take stays plain.
func coloured(language string, lines []string) []string {
	for i, l := range lines {
		lines[i] = withoutMarks(l)
	}
	text := strings.Join(lines, "\n") + "\n"
	tokens, err := lexer(language).Tokenise(nil, text)
	if err != nil {
		return lines
	}
	out := make([]string, 0, len(lines))
	var b strings.Builder
	last := 0
	for token := tokens(); token != chroma.EOF; token = tokens() {
		colour := strings.IndexByte(colours, colourOf(token.Type))
		for i, part := range strings.Split(token.Value, "\n") {
			if i > 0 {
				out = append(out, b.String())
				b.Reset()
				last = 0
			}
			if part == "" {
				continue
			}
			if colour != last && strings.TrimSpace(part) != "" {
				b.WriteRune(firstMark + rune(colour))
				last = colour
			}
			b.WriteString(part)
		}
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	if len(out) < len(lines) {
		return lines
	}
	return out[:len(lines)]
}

// withoutMarks takes what the marks are made of out of a text.
func withoutMarks(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= firstMark && r < firstMark+rune(len(colours)):
			return '\uFFFD'
		case r == '\r':
			return -1
		}
		return r
	}, s)
}

// colourOf is the letter of a token's colour.
func colourOf(t chroma.TokenType) byte {
	switch {
	case t == chroma.KeywordType:
		return 't'
	case t == chroma.NameFunction, t == chroma.NameVariableGlobal:
		return 'f'
	case t == chroma.NameLabel:
		return 'l'
	case t == chroma.NameVariable, t == chroma.NameVariableAnonymous:
		return 'v'
	case t.InCategory(chroma.Keyword):
		return 'k'
	case t == chroma.CommentPreproc, t == chroma.CommentPreprocFile:
		return 'p'
	case t.InCategory(chroma.Comment):
		return 'c'
	case t.InSubCategory(chroma.LiteralString):
		return 's'
	case t.InSubCategory(chroma.LiteralNumber):
		return 'n'
	}
	return ' '
}
