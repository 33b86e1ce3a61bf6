// LLVM IR without its debug metadata, with the places that this gives.

package page

import (
	"strings"

	"ompcc/parse/diag"
)

// llvmText is LLVM IR without its debug metadata, with the places that this gives its lines.
func llvmText(ir string) *text {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(ir, "\t", "  "), "\n"), "\n")
	nodes := metadata{}
	for _, l := range lines {
		if id, n, ok := readNode(l); ok {
			nodes[id] = n
		}
	}
	t := &text{language: langLLVM}
	for _, l := range lines {
		if isDebug(l) {
			continue
		}
		at := diag.Pos{}
		if start, end, id := attached(l); id != "" {
			at = nodes.place(id)
			l = l[:start] + l[end:]
		}
		if name, ok := defined(l); ok {
			t.begin(name)
		}
		t.add(l, at, false)
		if l == "}" {
			t.end()
		}
	}
	return t
}

// isDebug tells what is debug information and nothing else: nodes, the list of units, and what describes variables,
// which is a record or, before LLVM 19, a call.
func isDebug(line string) bool {
	if _, _, ok := readNode(line); ok {
		return true
	}
	l := &irLexer{line: line}
	switch first := l.next(); {
	case first.kind == named:
		return first.value == "llvm.dbg.cu"
	case first.text == "#":
		return strings.HasPrefix(l.next().value, "dbg_")
	case first.text == "call", first.text == "tail", first.text == "declare":
		for t := l.next(); t.kind != endToken; t = l.next() {
			if t.kind == global {
				return strings.HasPrefix(t.value, "llvm.dbg.")
			}
		}
	}
	return false
}
