// Whether a program needs the runtime: the names that its objects leave open.

package driver

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
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
	data, err := os.ReadFile(filepath.Join(l.d.library(), runtimeArchive))
	if errors.Is(err, os.ErrNotExist) && l.d.library() != l.d.layout.Lib {
		machine := l.d.inv.Program.Machine()
		return nil, report.Problemf(diag.NoRuntime, "there is no runtime for programs that run on %s", machine).
			WithFix("build it where ompcc was built: make %s", machine)
	}
	if err != nil {
		return nil, err
	}
	names := map[string]bool{"ompt_control": true, devlink.ReportTool: true}
	for _, name := range archiveIndex(data) {
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

// archiveIndex is the archive's own list of the symbols that its members define.
func archiveIndex(data []byte) []string {
	const head = len(devlink.ArchiveMagic) + 60
	if len(data) < head+4 || !bytes.HasPrefix(data[len(devlink.ArchiveMagic):], []byte("/ ")) {
		return nil
	}
	n := int(binary.BigEndian.Uint32(data[head:]))
	at := head + 4 + 4*n
	if n < 0 || at > len(data) {
		return nil
	}
	names := strings.SplitN(string(data[at:]), "\x00", n+1)
	return names[:min(n, len(names))]
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
