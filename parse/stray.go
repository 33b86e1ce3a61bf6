// Pragmas whose first word is likely meant to be omp.

package parse

import (
	"bytes"
	"strings"

	"ompcc/parse/diag"
	"ompcc/parse/early"
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
		word, rest := early.Pragma(u.Text[t.start:t.end])
		meant := early.Meant(word, rest)
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
