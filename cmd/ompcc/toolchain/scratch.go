// Temporary files.

package toolchain

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
)

// Scratch are the temporary files of one command.
type Scratch struct {
	Dir    string
	mu     sync.Mutex     // of what follows: the host compiler runs beside the pipeline, images beside each other
	used   map[string]int // names given to files
	beside []string       // temporary files beside the output
}

// NewScratch makes the command's folder for temporary files.
func NewScratch() (*Scratch, error) {
	dir, err := os.MkdirTemp("", "ompcc-")
	if err != nil {
		return nil, report.Problemf(diag.UnwritableTemporary, "no place for temporary files in '%s': %v", os.TempDir(),
			PathCause(err)).WithFix("set TMPDIR to a folder that can be written")
	}
	return &Scratch{Dir: dir, used: map[string]int{}}, nil
}

// File names a file in the command's own folder, readable in diagnostics.
func (s *Scratch) File(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.used[name]
	s.used[name]++
	if n > 0 {
		ext := filepath.Ext(name)
		name = fmt.Sprintf("%s.%d%s", strings.TrimSuffix(name, ext), n, ext)
	}
	return filepath.Join(s.Dir, name)
}

// Add has a file elsewhere be a temporary one.
func (s *Scratch) Add(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beside = append(s.beside, path)
}

// Owns reports whether a path names one of the files.
func (s *Scratch) Owns(path string) bool {
	return strings.HasPrefix(path, s.Dir) || slices.Contains(s.beside, path)
}

// Remove removes all of the files.
func (s *Scratch) Remove() {
	os.RemoveAll(s.Dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range s.beside {
		os.Remove(path)
	}
}
