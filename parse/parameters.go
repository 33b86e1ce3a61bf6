// Parameters of the function behind a directive.

package parse

import (
	"bytes"
	"strings"
)

// Parameter is a parameter of the function that is declared behind a directive.
type Parameter struct {
	Name  string
	Text  string // its declaration, without a semicolon: "const int *n"
	Index int
}

// Parameters are the parameters of the function that is declared behind p, as they are
// written there, but arrays as the pointers that they are. Those without a name, and
// those of functions behind declarators that are no names, are left out.
func (p *Pragma) Parameters() []Parameter {
	list, ok := parameterList(p.following)
	if !ok {
		return nil
	}
	var params []Parameter
	for i, text := range SplitCommas(string(list)) {
		if name, decl := parameterDeclaration(text); name != "" {
			params = append(params, Parameter{name, decl, i})
		}
	}
	return params
}

// parameterList is what stands between the parentheses behind the first name that is
// declared in text, other than those of attributes.
func parameterList(text []byte) ([]byte, bool) {
	s := scanner{text: text}
	last := ""
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		word := string(text[t.start:t.end])
		switch {
		case t.kind == tokHash:
			continue
		case word == ";" || word == "{" || word == "=":
			return nil, false
		case word == "(":
			end := closingParen(text, t.start)
			if end < 0 || last == "" {
				return nil, false
			}
			if !attributeWords[last] {
				return text[t.start+1 : end], true
			}
			s.off, last = end+1, ""
			continue
		}
		if last = ""; t.kind == tokIdent {
			last = word
		}
	}
	return nil, false
}

// attributeWords have parentheses behind them in declarations.
var attributeWords = map[string]bool{
	"__attribute__": true, "__attribute": true, "__declspec": true, "_Alignas": true, "__typeof__": true,
	"typeof": true, "__asm__": true,
}

// closingParen is the offset of the parenthesis that closes the one at open, or -1.
func closingParen(text []byte, open int) int {
	depth := 0
	for s := (scanner{text: text, off: open}); ; {
		t := s.next()
		switch word := text[t.start:t.end]; {
		case t.kind == tokEOF:
			return -1
		case bytes.Equal(word, []byte("(")):
			depth++
		case bytes.Equal(word, []byte(")")):
			if depth--; depth == 0 {
				return t.start
			}
		}
	}
}

// parameterDeclaration is the name that a parameter's declaration declares, "" if it has none or
// declares more than a pointer or an array, and the declaration with an array's outermost
// dimension as a pointer.
func parameterDeclaration(text string) (name, decl string) {
	if strings.ContainsAny(text, "()") {
		return "", ""
	}
	head, array, isArray := strings.Cut(text, "[")
	head = strings.TrimSpace(head)
	cut := len(head)
	for cut > 0 && isIdent(head[cut-1]) {
		cut--
	}
	if name = head[cut:]; name == "" || strings.TrimSpace(head[:cut]) == "" || cKeywords[name] {
		return "", ""
	}
	if !isArray {
		return name, head
	}
	_, rest, _ := strings.Cut(array, "]")
	if rest = strings.TrimSpace(rest); rest != "" {
		return name, head[:cut] + "(*" + name + ")" + rest
	}
	return name, head[:cut] + "*" + name
}
