// Names in LLVM IR: which are defined, and what becomes of weak ones that nothing defines.

package devlink

import (
	"strings"
)

// Two things about symbols no pass of LLVM does: weak ones that nothing defines are null in device code, and names with
// letters beyond ASCII have another spelling in PTX. Both look at symbols alone, and leave strings as they are.

// nullify has the weak functions and variables that nothing defines, in each of their forms, be null: LLVM IR has no
// symbol of that value, and PTX no linker that gives it one. Their declarations stay.
func nullify(ir string, absent []string) string {
	for _, sym := range absent {
		if !strings.Contains(ir, sym) {
			continue
		}
		ir = mapLines(ir, func(line string) string {
			if !strings.Contains(line, sym) || declares(line, sym) {
				return line
			}
			return mapSymbols(line, func(name, text string) string {
				if formOf(name, sym) {
					return "null"
				}
				return text
			})
		})
	}
	return ir
}

// formOf reports whether name is sym or one of the forms of the function sym (codegen/gpu/orphan.go).
func formOf(name, sym string) bool {
	form, ok := strings.CutPrefix(name, sym)
	return ok && (form == "" || form == "$addr" || form == "$team")
}

// mapLines replaces the lines of IR, but comments.
func mapLines(ir string, f func(line string) string) string {
	var b strings.Builder
	b.Grow(len(ir))
	for line := range strings.Lines(ir) {
		if !strings.HasPrefix(line, ";") {
			line = f(line)
		}
		b.WriteString(line)
	}
	return b.String()
}

// declares reports whether a line of IR declares a form of sym.
func declares(line, sym string) bool {
	if !strings.HasPrefix(line, "declare ") && !strings.HasPrefix(line, "@") {
		return false
	}
	return formOf(firstSymbol(line), sym)
}

// firstSymbol is the name of the first symbol of a line, "" without one.
func firstSymbol(line string) string {
	i := strings.IndexByte(line, '@')
	if i < 0 {
		return ""
	}
	name, _ := symbolAt(line[i:])
	return name
}

// renamed gives what has a quoted name in IR the name that name makes of it.
func renamed(ir string, name func(text string) string) string {
	if !strings.Contains(ir, `@"`) {
		return ir
	}
	return mapLines(ir, func(line string) string { return mapSymbols(line, func(_, text string) string { return name(text) }) })
}

// mapSymbols replaces each symbol of a line of IR by what f gives for its name, which is written as text says.
func mapSymbols(line string, f func(name, text string) string) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(line, `@"`)
		if i < 0 {
			return b.String() + line
		}
		end := i + 1
		if line[i] == '"' { // a string, which has no quotes in it
			if n := strings.IndexByte(line[end:], '"'); n >= 0 {
				end += n + 1
			}
			b.WriteString(line[:end])
		} else {
			name, n := symbolAt(line[i:])
			end = i + n
			b.WriteString(line[:i] + f(name, line[i:end]))
		}
		line = line[end:]
	}
}

// symbolAt reads the symbol with which text begins, @name or @"name".
func symbolAt(text string) (name string, length int) {
	if quoted, ok := strings.CutPrefix(text, `@"`); ok {
		if end := strings.IndexByte(quoted, '"'); end >= 0 {
			return quoted[:end], end + len(`@""`)
		}
	}
	end := 1
	for end < len(text) && isSymbolByte(text[end]) {
		end++
	}
	return text[1:end], end
}

func isSymbolByte(c byte) bool {
	return c == '-' || c == '_' || c == '.' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' ||
		'A' <= c && c <= 'Z'
}
