package gcn

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"path/filepath"
	"sort"
	"sync"
)

// lines are the places of a code object's instructions in the source, which -g puts into it.
type lines struct {
	once  sync.Once
	image []byte
	rows  []lineRow // sorted by address
}

type lineRow struct {
	addr uint64
	text string // "" where the code has no line
}

// at is the place of an address, "" if it is not known.
func (l *lines) at(addr uint64) string {
	l.once.Do(l.read)
	i := sort.Search(len(l.rows), func(i int) bool { return l.rows[i].addr > addr })
	if i == 0 {
		return ""
	}
	if row := l.rows[i-1]; row.text != "" {
		return row.text
	}
	for k := i - 1; k >= 0; k-- { // LLVM merges instructions from several lines to one without a line
		if l.rows[k].text != "" {
			return l.rows[k].text + " or near"
		}
	}
	return ""
}

// read reads the line tables. What it cannot read has no places.
func (l *lines) read() {
	f, err := elf.NewFile(bytes.NewReader(l.image))
	if err != nil {
		return
	}
	data, err := f.DWARF()
	if err != nil {
		return
	}
	for r := data.Reader(); ; {
		unit, err := r.Next()
		if err != nil || unit == nil {
			break
		}
		r.SkipChildren()
		table, err := data.LineReader(unit)
		if err != nil || table == nil {
			continue
		}
		for entry := (dwarf.LineEntry{}); table.Next(&entry) == nil; {
			row := lineRow{addr: entry.Address}
			if entry.Line > 0 && entry.File != nil && !entry.EndSequence {
				row.text = fmt.Sprintf("%s:%d", filepath.Clean(entry.File.Name), entry.Line)
			}
			l.rows = append(l.rows, row)
		}
	}
	sort.SliceStable(l.rows, func(i, j int) bool { return l.rows[i].addr < l.rows[j].addr })
}
