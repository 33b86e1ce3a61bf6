// Whether a program needs the runtime: the names that its objects leave open.

package driver

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/devlink"
	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
)

// A program that uses no device and calls no routine of the runtime is linked as
// the host compiler links it: it has the host's OpenMP runtime alone, and a tool in
// it sees what that runtime reports. The runtime's stand-ins for functions of others
// (abi.HostTaskFunctions, signal, ompt_start_tool) are no reason to link it.

// runtimeNames are the functions and variables of the runtime for which a program
// needs it.
func (l *linkJob) runtimeNames() (map[string]bool, error) {
	index, err := archiveIndex(filepath.Join(l.d.library(), runtimeArchive))
	if errors.Is(err, os.ErrNotExist) && l.d.library() != l.d.layout.Lib {
		machine := l.d.inv.Program.Machine()
		return nil, report.Problemf(diag.NoRuntime, "there is no runtime for programs that run on %s", machine).
			WithFix("build it where ompcc was built: make %s", machine)
	}
	if err != nil {
		return nil, err
	}
	names := map[string]bool{"ompt_control": true, devlink.ReportTool: true}
	for _, name := range index {
		for _, prefix := range []string{"__ompcc_", "omp_", "ompc_", "ompx_", "llvm_omp_"} {
			if strings.HasPrefix(name, prefix) {
				names[name] = true
			}
		}
	}
	if !l.d.tools.IsGCC() { // libomp has these, which libgomp lacks
		delete(names, "omp_init_lock_with_hint")
		delete(names, "omp_init_nest_lock_with_hint")
	}
	return names, nil
}

// archiveIndex is the archive's own list of the symbols that its members define. It reads nothing else of the archive,
// which has megabytes.
func archiveIndex(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, len(devlink.ArchiveMagic)+60)
	if _, err := io.ReadFull(file, head); err != nil {
		return nil, nil // an archive without members
	}
	first := head[len(devlink.ArchiveMagic):]
	size, err := strconv.Atoi(strings.TrimRight(string(first[48:58]), " "))
	if err != nil || !bytes.HasPrefix(first, []byte("/ ")) {
		return nil, nil
	}
	data := make([]byte, min(size, 1<<24))
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, err
	}
	if len(data) < 4 {
		return nil, nil
	}
	n := int(binary.BigEndian.Uint32(data))
	if n < 0 || 4+4*n > len(data) {
		return nil, nil
	}
	names := strings.SplitN(string(data[4+4*n:]), "\x00", n+1)
	return names[:min(n, len(names))], nil
}

// needsRuntime reports whether one of the linker's inputs calls the runtime. An
// input that it cannot read (link-time optimisation) may.
func (l *linkJob) needsRuntime() (bool, error) {
	if len(l.codes) > 0 {
		return true, nil
	}
	names, err := l.runtimeNames()
	if err != nil {
		return false, err
	}
	files := map[string]bool{}
	for path := range l.read {
		files[path] = true
	}
	for _, a := range l.args {
		if !strings.HasPrefix(a, "-") {
			files[a] = true
		}
	}
	for path := range files {
		head, err := toolchain.ReadHead(path)
		switch {
		case err != nil: // an option's argument
		case devlink.IsArchive(head):
			a, err := devlink.ReadArchive(path)
			if err != nil {
				return false, err
			}
			for _, m := range a.Members {
				if m.Undefined.Any(names) {
					return true, nil
				}
			}
		default:
			f, err := os.Open(path)
			if err != nil {
				return false, err
			}
			uses := devlink.UndefinedIn(f).Any(names)
			f.Close()
			if uses {
				return true, nil
			}
		}
	}
	return false, nil
}
