package hostc

import (
	_ "embed"
	"fmt"
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
		list[name] = macro{strings.Split(params, ", "), strings.Join(strings.Fields(body), " ")}
	}
	return list
}

// expand is the text of a macro of macros.h.
func expand(name string, args ...string) string {
	m, ok := macros()[name]
	if !ok || len(args) != len(m.params) {
		panic(fmt.Sprintf("hostc: no macro %s with %d parameters", name, len(args)))
	}
	of := make(map[string]string, len(args))
	for i, p := range m.params {
		of[p] = args[i]
	}
	return renamed(m.body, func(name string) (string, bool) {
		text, ok := of[name]
		return text, ok
	})
}
