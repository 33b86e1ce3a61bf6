package codegen

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/llir/llvm/ir"

	"ompcc/lower/region"
)

// debugInfo makes DWARF line tables: a compile unit, a file for each source
// file, a subprogram for each function and a location for each statement.
type debugInfo struct {
	m     *module
	nodes []string
	cu    int
	files map[string]int
	locs  map[string]int
	subty int
}

func newDebugInfo(m *module) *debugInfo {
	d := &debugInfo{m: m, files: map[string]int{}, locs: map[string]int{}}
	file := d.file(m.src.File)
	d.cu = d.node("distinct !DICompileUnit(language: DW_LANG_C11, file: !%d, producer: \"ompcc\", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)", file)
	empty := d.node("!{}")
	d.subty = d.node("!DISubroutineType(types: !%d)", empty)
	return d
}

func (d *debugInfo) node(format string, args ...any) int {
	id := d.m.newMD()
	d.nodes = append(d.nodes, fmt.Sprintf("!%d = ", id)+fmt.Sprintf(format, args...))
	return id
}

func (d *debugInfo) file(name string) int {
	if id, ok := d.files[name]; ok {
		return id
	}
	id := d.node("!DIFile(filename: %s, directory: %s)", quoteLLVM(filepath.Base(name)), quoteLLVM(filepath.Dir(name)))
	d.files[name] = id
	return id
}

// subprogram attaches a DISubprogram to f and returns its number.
func (d *debugInfo) subprogram(f *ir.Func, name, file string, line int) int {
	id := d.node("distinct !DISubprogram(name: %s, linkageName: %s, scope: !%d, file: !%d, line: %d, type: !%d, scopeLine: %d, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !%d)",
		quoteLLVM(name), quoteLLVM(f.Name()), d.file(file), d.file(file), line, d.subty, line, d.cu)
	f.FuncAttrs = append(f.FuncAttrs, rawAttr(fmt.Sprintf("!dbg !%d", id)))
	return id
}

// location returns the attachment for an instruction at pos in scope.
func (d *debugInfo) location(scope int, pos region.Position) string {
	text := fmt.Sprintf("!DILocation(line: %d, column: %d, scope: !%d)", pos.Line, pos.Col, scope)
	id, ok := d.locs[text]
	if !ok {
		id = d.node("%s", text)
		d.locs[text] = id
	}
	return fmt.Sprintf(", !dbg !%d", id)
}

func (d *debugInfo) text() string {
	return fmt.Sprintf("!llvm.dbg.cu = !{!%d}\n", d.cu) + strings.Join(d.nodes, "\n") + "\n"
}
