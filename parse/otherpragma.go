// Pragmas of host compilers with macros in them.

package parse

import (
	"bytes"
	"os/exec"
	"strings"

	"ompcc/parse/diag"
	"ompcc/parse/pattern"
)

// Host compilers expand macros in the arguments of loop pragmas when they compile, and leave them as they are
// when they only preprocess. What is compiled here is preprocessed text, so that the arguments are expanded in between.

var (
	// loopPragma matches a pragma of gcc or clang about the loop behind it.
	loopPragma = pattern.New(`^[ \t]*#[ \t]*pragma[ \t]+(?:GCC[ \t]+unroll|unroll|unroll_and_jam|clang[ \t]+loop)\b`)
	// loopArgument matches its arguments: the words in parentheses, or the word behind unroll.
	loopArgument = pattern.New(`\(((?:[^()]|\([^()]*\))*)\)|\bunroll[ \t]+([A-Za-z_][^()\n]*)`)
	identifier   = pattern.New(`[A-Za-z_]\w*`)
)

// loopWords are arguments that are words of the pragmas.
var loopWords = map[string]bool{"enable": true, "disable": true, "full": true, "assume_safety": true, "fixed": true,
	"scalable": true}

// macroArguments are the places in a line of the arguments of a loop pragma that may be macros.
func macroArguments(line []byte) (places [][2]int) {
	if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) == 0 || trimmed[0] != '#' {
		return nil
	}
	head := loopPragma().Find(line)
	if head == nil {
		return nil
	}
	start := len(bytes.TrimRight(bytes.TrimSuffix(head, []byte("unroll")), " \t"))
	for _, m := range loopArgument().FindAllSubmatchIndex(line[start:], -1) {
		at := [2]int{m[2], m[3]}
		if at[0] < 0 {
			at = [2]int{m[4], m[5]}
		}
		at[0], at[1] = at[0]+start, at[1]+start
		if w := identifier().Find(line[at[0]:at[1]]); w != nil && !loopWords[string(w)] {
			places = append(places, at)
		}
	}
	return places
}

// expandLoopPragmas returns text with the macros in the arguments of loop pragmas expanded.
func expandLoopPragmas(cfg *Config, file string, src, text []byte, diags *diag.List) ([]byte, bool) {
	used := 0
	for line := range bytes.Lines(text) {
		used += len(macroArguments(line))
	}
	if used == 0 {
		return text, true
	}
	dd := *cfg
	dd.HostArgs = append([]string{"-dD"}, cfg.HostArgs...)
	dd.DepArgs = nil
	defs, ok := runPreprocessor(&dd, file, src, &diag.List{})
	if !ok {
		return text, true
	}
	var marked bytes.Buffer
	for line := range bytes.Lines(defs) {
		for _, at := range macroArguments(line) {
			marked.WriteString(expandMark)
			marked.Write(line[at[0]:at[1]])
			marked.WriteByte('\n')
		}
		writeDefine(&marked, line)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(cfg.HostCC, "-E", "-P", "-undef", "-x", "c", "-")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = &marked, &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, reportHost(cfg.HostCC, err, stderr.Bytes(), diags)
	}
	expanded := strings.Split(stdout.String(), strings.TrimSpace(expandMark))[1:]
	if len(expanded) != used {
		return text, true
	}
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		last := 0
		for _, at := range macroArguments(line) {
			out.Write(line[last:at[0]])
			out.WriteString(strings.Join(strings.Fields(expanded[0]), " "))
			expanded, last = expanded[1:], at[1]
		}
		out.Write(line[last:])
	}
	return out.Bytes(), true
}
