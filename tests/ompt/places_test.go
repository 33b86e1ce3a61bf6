package ompt

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// places finds the lines of a program's code by its debug information.
type places struct {
	rows      []dwarf.LineEntry
	functions []elf.Symbol
}

func readPlaces(t *testing.T, exe string) *places {
	t.Helper()
	f, err := elf.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	data, err := f.DWARF()
	if err != nil {
		t.Fatal(err)
	}
	p := &places{}
	for r := data.Reader(); ; r.SkipChildren() {
		unit, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if unit == nil {
			break
		}
		lines, err := data.LineReader(unit)
		if err != nil || lines == nil {
			continue
		}
		var row dwarf.LineEntry
		for lines.Next(&row) != io.EOF {
			p.rows = append(p.rows, row)
		}
	}
	sort.SliceStable(p.rows, func(i, j int) bool { return p.rows[i].Address < p.rows[j].Address })
	symbols, _ := f.Symbols()
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Size > 0 {
			p.functions = append(p.functions, s)
		}
	}
	return p
}

// of is where the call before a return address stands: "function file:line". A function
// that the compiler made is the one that it made it of.
func (p *places) of(address uint64) string {
	address--
	function := "?"
	for _, s := range p.functions {
		if address >= s.Value && address < s.Value+s.Size {
			function, _, _ = strings.Cut(s.Name, ".")
		}
	}
	i := sort.Search(len(p.rows), func(i int) bool { return p.rows[i].Address > address })
	for i > 0 && p.rows[i-1].EndSequence && p.rows[i-1].Address == address {
		i--
	}
	if i == 0 || function == "?" || p.rows[i-1].EndSequence {
		return function
	}
	row := p.rows[i-1]
	return fmt.Sprintf("%s %s:%d", function, filepath.Base(row.File.Name), row.Line)
}

var codeAddress = regexp.MustCompile(`code=0x([0-9a-f]+)`)

// name puts places where a log has addresses of code.
func (p *places) name(log string) string {
	return codeAddress.ReplaceAllStringFunc(log, func(text string) string {
		address, _ := strconv.ParseUint(text[len("code=0x"):], 16, 64)
		return "at " + p.of(address)
	})
}

// readSymbols are the names of all of the program's symbols, one a line.
func readSymbols(t *testing.T, exe string) string {
	t.Helper()
	f, err := elf.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	var names strings.Builder
	for _, s := range symbols {
		fmt.Fprintln(&names, s.Name)
	}
	return names.String()
}
