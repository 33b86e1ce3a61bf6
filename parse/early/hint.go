// Package early answers what the text of a source says before it is preprocessed: whether it may concern ompcc at all.
// The other sources go to the host compiler at once, so the package imports nothing that is slow to start.
package early

import (
	"bytes"
	"iter"
	"slices"
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
		if ConcernsDevices(string(line)) {
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
			word := (at == 0 || !IsIdent(text[at-1])) &&
				(len(rest) == 0 || !IsIdent(rest[0]) || bytes.IndexByte([]byte("_xt"), rest[0]) >= 0)
			if word && !yield(rest) {
				return
			}
		}
	}
}

// misspeltIn reports whether what follows the word pragma, or _Pragma, names a pragma that
// means omp.
func misspeltIn(line []byte) bool {
	words := bytes.FieldsFunc(line, func(r rune) bool { return r < 0x80 && !IsIdent(byte(r)) })
	word, next := Pragma(append([]byte("pragma "), bytes.Join(words, []byte(" "))...))
	return Meant(word, next) != ""
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

// ConcernsDevices reports whether a directive with this text could concern a device.
func ConcernsDevices(text string) bool {
	for _, w := range []string{"target", "metadirective", "mapper", "requires", "interop", "dispatch", "groupprivate",
		"begin assumes"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// HintInArgs reports whether a flag may define a macro with something of OpenMP.
func HintInArgs(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool { return Hint([]byte(strings.TrimPrefix(a, "-D"))) })
}
