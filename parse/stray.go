// Pragmas whose first word is likely meant to be omp.

package parse

import (
	"bytes"
	"strings"

	"ompcc/parse/diag"
)

// WarnMisspelt warns of pragmas whose first word is likely meant to be omp: compilers
// ignore pragmas that they do not know, and the program runs without the directive.
func (u *Unit) WarnMisspelt(diags *diag.List) {
	if !bytes.Contains(u.Text, []byte("pragma")) {
		return
	}
	s := scanner{text: u.Text}
	for t := s.next(); t.kind != tokEOF; t = s.next() {
		if t.kind != tokHash {
			continue
		}
		word, rest := strayPragma(u.Text[t.start:t.end])
		meant := meantPragma(word, rest)
		if meant == "" {
			continue
		}
		file, line := u.lines.at(u.lines.physical(t.start))
		sp := diag.Span{Pos: diag.Pos{File: file, Line: line, Col: 1}}
		if src, ok := u.lines.source(file, line); ok {
			if i := strings.Index(src, word); i >= 0 {
				sp.Col, sp.Len = i+1, len(word)
			}
		}
		diags.Warnf(sp, diag.OmpMisspeltPragma, "unknown pragma '%s' ignored", word).WithFix("write #pragma %s", meant)
	}
}

// strayPragma is the first word of a pragma and the one behind it.
func strayPragma(line []byte) (word, next string) {
	f := strings.Fields(strings.TrimLeft(strings.TrimSpace(string(line)), "# \t"))
	if len(f) < 2 || f[0] != "pragma" {
		return "", ""
	}
	if len(f) == 2 {
		return f[1], ""
	}
	next, _, _ = strings.Cut(f[2], "(")
	return f[1], next
}

// meantPragma is the beginning of the directive that a pragma of another name, word,
// means, "" if it means none: the word behind it must begin a directive. The names omx
// and ompx are those of extensions (5.2 §3.1).
func meantPragma(word, next string) string {
	lower := strings.ToLower(word)
	if word == "omp" || lower == "omx" || lower == "ompx" {
		return ""
	}
	if rest, ok := strings.CutPrefix(lower, "omp"); ok && directiveWords[strings.Trim(rest, "_")] {
		return "omp " + strings.Trim(rest, "_")
	}
	if next = strings.ToLower(next); directiveWords[next] &&
		(Distance(lower, "omp") <= 1 || lower == "openmp" || lower == "pmo") {
		return "omp " + next
	}
	return ""
}

// directiveWords begin the directives of OpenMP.
var directiveWords = map[string]bool{
	"allocate": true, "allocators": true, "assume": true, "assumes": true, "atomic": true, "barrier": true,
	"begin":  true,
	"cancel": true, "cancellation": true, "critical": true, "declare": true, "depobj": true, "dispatch": true,
	"distribute": true, "end": true, "error": true, "flush": true, "for": true, "fuse": true, "groupprivate": true,
	"interchange": true, "interop": true, "loop": true, "masked": true, "master": true, "metadirective": true,
	"nothing": true, "ordered": true, "parallel": true, "requires": true, "reverse": true, "scan": true, "scope": true,
	"section": true, "sections": true, "simd": true, "single": true, "split": true, "stripe": true, "target": true,
	"task": true, "taskgraph": true, "taskgroup": true, "taskloop": true, "taskwait": true, "taskyield": true,
	"teams": true, "threadprivate": true, "tile": true, "unroll": true,
}

// CallsRoutines reports whether the unit names a routine of OpenMP where omp.h does not: a
// unit without any directive is looked at for its sake alone.
func (u *Unit) CallsRoutines() bool {
	const prefix = "omp_"
	for off := 0; ; off += len(prefix) {
		i := bytes.Index(u.Text[off:], []byte(prefix))
		if i < 0 {
			return false
		}
		off += i
		file, _ := u.lines.at(u.lines.physical(off))
		if (off == 0 || !isIdent(u.Text[off-1])) && !strings.HasSuffix(file, "omp.h") {
			return true
		}
	}
}
