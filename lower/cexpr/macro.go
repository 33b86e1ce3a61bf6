package cexpr

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

//go:embed macros.h
var macroText string

// macros are those of macros.h, by their names.
var macros = sync.OnceValue(func() map[string]macro { return readMacros(macroText) })

// macro is a text with places for arguments.
type macro struct {
	params []string
	body   string
}

func readMacros(text string) map[string]macro {
	list := map[string]macro{}
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		head, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "#define ")
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(head, "(")
		params, body, _ := strings.Cut(rest, ")")
		m := macro{body: strings.Join(strings.Fields(body), " ")}
		if params != "" {
			m.params = strings.Split(params, ", ")
		}
		list[name] = m
	}
	return list
}

// replaceable are the places of a macro where a parameter may stand: words, but not the names of members, nor those in
// string literals.
var replaceable = regexp.MustCompile(`"[^"]*"|(?:\.|->)\s*[A-Za-z_]\w*|[A-Za-z_]\w*`)

// Expand is the text of a macro of macros.h.
func Expand(name string, args ...string) string {
	m, ok := macros()[name]
	if !ok || len(args) != len(m.params) {
		panic(fmt.Sprintf("cexpr: no macro %s with %d parameters", name, len(args)))
	}
	of := make(map[string]string, len(args))
	for i, p := range m.params {
		of[p] = args[i]
	}
	return replaceable.ReplaceAllStringFunc(m.body, func(word string) string {
		if text, ok := of[word]; ok {
			return text
		}
		return word
	})
}
