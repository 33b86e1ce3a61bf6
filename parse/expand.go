// Macros in pragmas, which gcc's preprocessor leaves alone.

package parse

import (
	"bytes"
	"os/exec"
	"strings"

	"ompcc/parse/diag"
	"ompcc/parse/early"
)

// gcc -E expands macros only in the directives that it knows itself. For the
// others the directive is put through the preprocessor once more, behind a
// marker word and among the #define and #undef lines that were in force there.

// gccExpands are the first words of the directives that gcc 12 expands.
var gccExpands = map[string]bool{
	"allocate": true, "atomic": true, "barrier": true, "cancel": true, "cancellation": true,
	"critical": true, "declare": true, "depobj": true, "distribute": true, "end": true,
	"error": true, "flush": true, "for": true, "loop": true, "masked": true, "master": true,
	"nothing": true, "ordered": true, "parallel": true, "requires": true, "scan": true,
	"scope": true, "section": true, "sections": true, "simd": true, "single": true,
	"target": true, "task": true, "taskgroup": true, "taskloop": true, "taskwait": true,
	"taskyield": true, "teams": true, "threadprivate": true,
}

const expandMark = "__ompcc_expand_pragma "

// needsExpansion reports whether gcc left the macros of some pragma alone.
func (u *Unit) needsExpansion() bool {
	for _, p := range u.Pragmas {
		if word := firstWord(p.Text); word != "" && !gccExpands[word] && strings.ContainsAny(p.Text, "(") {
			return true
		}
	}
	return false
}

func firstWord(s string) string {
	i := 0
	for i < len(s) && isIdent(s[i]) {
		i++
	}
	return s[:i]
}

// expandPragmas returns the unit's text with the macros in all pragmas expanded.
func expandPragmas(cfg *Config, u *Unit, src []byte, diags *diag.List) ([]byte, bool) {
	dd := *cfg
	dd.HostArgs = append([]string{"-dD"}, cfg.HostArgs...)
	dd.DepArgs = nil
	defs, ok := runPreprocessor(&dd, u.File, src, &diag.List{})
	if !ok {
		return u.Text, true
	}
	lines, n := markedDefines(defs)
	if n != len(u.Pragmas) {
		return u.Text, true
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(cfg.HostCC, "-E", "-P", "-undef", "-x", "c", "-")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(lines), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, reportHost(cfg.HostCC, err, stderr.Bytes(), diags)
	}
	expanded := strings.Split(stdout.String(), strings.TrimSpace(expandMark))[1:]
	if len(expanded) != len(u.Pragmas) {
		return u.Text, true
	}
	var out []byte
	last := 0
	for i, p := range u.Pragmas {
		out = append(out, u.Text[last:p.End-len(p.Text)]...)
		out = append(out, strings.Join(strings.Fields(expanded[i]), " ")...)
		last = p.End
	}
	return append(out, u.Text[last:]...), true
}

// markedDefines keeps the macro lines of "gcc -E -dD" output and puts each
// pragma's text behind the marker word; it returns the number of pragmas.
func markedDefines(defs []byte) ([]byte, int) {
	var b bytes.Buffer
	n := 0
	for line := range bytes.Lines(defs) {
		text := bytes.TrimSpace(line)
		if !bytes.HasPrefix(text, []byte("#")) {
			continue
		}
		if rest, ok := cutPragma(text); ok {
			b.WriteString(expandMark)
			b.Write(rest)
			b.WriteByte('\n')
			n++
			continue
		}
		writeDefine(&b, text)
	}
	return b.Bytes(), n
}

// writeDefine writes a line that defines or undefines a macro, except those that each run of a preprocessor defines.
func writeDefine(b *bytes.Buffer, line []byte) {
	text := bytes.TrimSpace(line)
	if !bytes.HasPrefix(text, []byte("#")) {
		return
	}
	word := bytes.TrimSpace(text[1:])
	if bytes.HasPrefix(word, []byte("define ")) && !bytes.HasPrefix(word, []byte("define __STDC")) ||
		bytes.HasPrefix(word, []byte("undef ")) {
		b.Write(text)
		b.WriteByte('\n')
	}
}

// cutPragma returns what follows "#pragma omp" on the line.
func cutPragma(line []byte) ([]byte, bool) {
	s := bytes.TrimLeft(line, " \t")
	if len(s) == 0 || s[0] != '#' {
		return nil, false
	}
	s = bytes.TrimLeft(s[1:], " \t")
	s, ok := bytes.CutPrefix(s, []byte("pragma"))
	if !ok || len(s) == 0 || s[0] != ' ' && s[0] != '\t' {
		return nil, false
	}
	s, ok = bytes.CutPrefix(bytes.TrimLeft(s, " \t"), []byte("omp"))
	if !ok || len(s) > 0 && isIdent(s[0]) {
		return nil, false
	}
	return bytes.TrimSpace(s), true
}

func isIdent(c byte) bool { return early.IsIdent(c) }
