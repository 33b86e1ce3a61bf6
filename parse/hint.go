// Whether a source may concern ompcc at all, asked before it is preprocessed: the others go to the host compiler
// at once.

package parse

import (
	"bytes"
	"iter"
	"strings"
)

// A file whose text, with its headers, has no hint of OpenMP holds nothing for the
// front end: the host compiler compiles it at once.

// Hint reports whether source text, which is not preprocessed, may hold a directive of
// OpenMP, a misspelt one or a name of the API. Comments count, and so does text that
// the preprocessor leaves out.
func Hint(text []byte) bool {
	text = unspliced(text)
	for range ompTokens(text) {
		return true
	}
	for {
		i := bytes.Index(text, []byte("ragma"))
		if i < 0 {
			return false
		}
		text = text[i+len("ragma"):]
		line, _, _ := bytes.Cut(text, []byte("\n"))
		if misspeltIn(line) {
			return true
		}
	}
}

// DeviceHint reports whether source text may hold a directive that concerns devices. It is for the
// system's headers: glibc declares mathematical functions with declare simd.
func DeviceHint(text []byte) bool {
	for rest := range ompTokens(unspliced(text)) {
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		if mayConcernDevices(string(line)) {
			return true
		}
	}
	return false
}

// ompTokens yields what follows omp, the word, and in each identifier that begins like one of the
// API's. Other identifiers have it by chance: a generated config.h may name the compiler.
func ompTokens(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for at := 0; ; at += len("omp") {
			i := bytes.Index(text[at:], []byte("omp"))
			if i < 0 {
				return
			}
			at += i
			rest := text[at+len("omp"):]
			word := (at == 0 || !isIdent(text[at-1])) &&
				(len(rest) == 0 || !isIdent(rest[0]) || bytes.IndexByte([]byte("_xt"), rest[0]) >= 0)
			if word && !yield(rest) {
				return
			}
		}
	}
}

// misspeltIn reports whether what follows the word pragma, or _Pragma, names a pragma that
// means omp.
func misspeltIn(line []byte) bool {
	words := bytes.FieldsFunc(line, func(r rune) bool { return r < 0x80 && !isIdent(byte(r)) })
	word, next := strayPragma(append([]byte("pragma "), bytes.Join(words, []byte(" "))...))
	return meantPragma(word, next) != ""
}

// unspliced joins the lines that a backslash at their ends continues.
func unspliced(text []byte) []byte {
	if bytes.Contains(text, []byte("\\\r\n")) {
		text = bytes.ReplaceAll(text, []byte("\\\r\n"), nil)
	}
	if bytes.Contains(text, []byte("\\\n")) {
		text = bytes.ReplaceAll(text, []byte("\\\n"), nil)
	}
	return text
}

// mayConcernDevices reports whether a directive with this text could concern a device.
func mayConcernDevices(text string) bool {
	for _, w := range []string{"target", "metadirective", "mapper", "requires", "interop", "dispatch", "groupprivate",
		"begin assumes"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// UsesDevices reports whether any directive could concern a device. A file
// without one compiles as the host compiler would compile it.
func (u *Unit) UsesDevices() bool {
	for _, p := range u.Pragmas {
		if mayConcernDevices(p.Text) {
			return true
		}
	}
	return false
}

// TargetPragma is the place of a target construct in preprocessed text of any language of
// the host compiler.
type TargetPragma struct {
	File      string
	Line, Col int
}

// TargetPragmas finds the constructs of preprocessed text that a device would execute. It
// reads lines alone: a pragma has its own, and so has what _Pragma becomes.
func TargetPragmas(file string, text []byte) (found []TargetPragma) {
	at := TargetPragma{File: file, Line: 0}
	for line := range bytes.Lines(text) {
		at.Line++
		trimmed := bytes.TrimLeft(line, " \t")
		if marker, ok := bytes.CutPrefix(trimmed, []byte("# ")); ok {
			at.mark(marker)
			continue
		}
		rest, ok := bytes.CutPrefix(trimmed, []byte("#pragma omp "))
		if !ok {
			if _, rest, ok = bytes.Cut(trimmed, []byte("omp::directive(")); !ok {
				continue
			}
		}
		if words := bytes.FieldsFunc(rest, func(r rune) bool { return !isIdent(byte(r)) }); executes(words) {
			at.Col = len(line) - len(trimmed) + 1
			found = append(found, at)
		}
	}
	return found
}

// executes reports whether a directive of these words is a region that a device executes.
func executes(words [][]byte) bool {
	if len(words) == 0 || string(words[0]) != "target" {
		return false
	}
	if len(words) > 1 {
		switch string(words[1]) {
		case "data", "enter", "exit", "update", "enter_data", "exit_data", "target_data":
			return false
		}
	}
	return true
}

// mark reads a line marker behind its "# ".
func (p *TargetPragma) mark(marker []byte) {
	n := 0
	i := 0
	for ; i < len(marker) && '0' <= marker[i] && marker[i] <= '9'; i++ {
		n = n*10 + int(marker[i]-'0')
	}
	if i == 0 {
		return
	}
	p.Line = n - 1
	if _, name, ok := bytes.Cut(marker[i:], []byte("\"")); ok {
		if name, _, ok = bytes.Cut(name, []byte("\"")); ok {
			p.File = string(name)
		}
	}
}
