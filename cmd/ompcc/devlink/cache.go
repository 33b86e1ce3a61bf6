// OMPCC_CACHE: what LLVM's programs and ptxas made of device code, kept from one command to the next.

package devlink

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ompcc/parse/diag"

	"ompcc/cmd/ompcc/report"
	"ompcc/cmd/ompcc/toolchain"
)

// cacheFormat is part of every key: another layout of the entries, or another way to compute keys, changes it.
const cacheFormat = "ompcc device cache 1\n"

// cacheEntry is what one run of a program left.
type cacheEntry struct {
	Stdout []byte
	Said   string   // on standard error
	Files  [][]byte // in the order in which the arguments name them
}

// run runs one of the programs that make device code. With OMPCC_CACHE it takes what an earlier run with the same
// program, arguments and inputs left.
func (k *Linker) run(stdin []byte, name string, args ...string) ([]byte, error) {
	stdout, said, err := k.capture(stdin, name, args...)
	if err == nil {
		k.tools.Print(said)
	}
	return stdout, err
}

// capture is run, but leaves it to the caller to pass on what the program printed on standard error.
func (k *Linker) capture(stdin []byte, name string, args ...string) (stdout []byte, said string, err error) {
	dir := os.Getenv("OMPCC_CACHE")
	if dir == "" || k.tools.DryRun {
		return k.tools.Capture(stdin, name, args...)
	}
	key, written := k.cacheKey(stdin, name, args)
	file := filepath.Join(dir, key[:2], key[2:])
	if e := readEntry(file, len(written)); e != nil {
		if k.tools.Verbose {
			k.messages.Verbatim(fmt.Sprintf(" # %s: taken from OMPCC_CACHE, %s\n", filepath.Base(name), file))
		}
		for i, path := range written {
			if err := os.WriteFile(path, e.Files[i], 0o666); err != nil {
				return nil, "", err
			}
		}
		return e.Stdout, e.Said, nil
	}
	if stdout, said, err = k.tools.Capture(stdin, name, args...); err != nil {
		return stdout, said, err
	}
	e := &cacheEntry{Stdout: stdout, Said: said}
	for _, path := range written {
		data, err := os.ReadFile(path)
		if err != nil {
			return stdout, said, nil // a program that does not write all that it is asked for
		}
		e.Files = append(e.Files, data)
	}
	return stdout, said, writeEntry(file, e)
}

// outputFlags stand before the name of a file that the program writes, or begin the argument that names it.
var outputFlags = []string{"-o", "-foptimization-record-file="}

// cacheKey is the hash of everything on which the result of a run depends: the program, its arguments, and the contents
// of its input and of the files that the arguments name. Names of temporary files do not count. written are the files
// that the program writes.
//
// ompcc's own version is no part of the key. It decides the arguments and inputs, which are.
func (k *Linker) cacheKey(stdin []byte, name string, args []string) (key string, written []string) {
	h := sha256.New()
	h.Write([]byte(cacheFormat))
	field(h, toolIdentity(name))
	field(h, fmt.Sprint(k.tools.Verbose)) // clang says more then
	field(h, string(stdin))
	for i, arg := range args {
		path := arg
		if _, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "-") {
			path = value
		}
		flag := strings.TrimSuffix(arg, path)
		switch {
		case path == "-" || path == os.DevNull:
			field(h, arg)
		case slices.Contains(outputFlags, flag) || flag == "" && i > 0 && slices.Contains(outputFlags, args[i-1]):
			written = append(written, path)
			field(h, flag)
		case strings.ContainsRune(path, filepath.Separator) && addFile(h, path):
			field(h, flag)
		default:
			field(h, arg)
		}
		if strings.HasSuffix(arg, "=native") {
			field(h, processor())
		}
	}
	return hex.EncodeToString(h.Sum(nil)), written
}

// field adds s to a hash so that no other sequence of fields has the same bytes.
func field(h hash.Hash, s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }

// addFile adds the contents of a file to a hash, if it is one.
func addFile(h hash.Hash, path string) bool {
	data, err := os.ReadFile(path)
	if err == nil {
		field(h, string(data))
	}
	return err == nil
}

// toolIdentity tells a program from another version of it: its name, and the size and time of its file and of LLVM's
// libraries beside it.
func toolIdentity(name string) string {
	path := name
	if found, err := exec.LookPath(path); err == nil {
		path = found
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	id := filepath.Base(path)
	files := []string{path}
	for _, library := range []string{"libLLVM*.so*", "libclang-cpp*.so*"} {
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "..", "lib", library))
		files = append(files, found...)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			id += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return id
}

// processor tells what -march=native means on this machine.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	var id []string
	for line := range strings.Lines(string(text)) {
		key, _, _ := strings.Cut(line, ":")
		switch strings.TrimSpace(key) {
		case "vendor_id", "cpu family", "model", "stepping", "flags":
			id = append(id, line)
		case "":
			return strings.Join(id, "")
		}
	}
	return string(text)
}

// readEntry reads an entry with a number of files. It returns nil if there is none, or if it is damaged: the checksum
// that gzip keeps tells.
func readEntry(path string, files int) *cacheEntry {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil
	}
	var text bytes.Buffer
	if _, err := text.ReadFrom(z); err != nil {
		return nil
	}
	e := &cacheEntry{}
	if gob.NewDecoder(&text).Decode(e) != nil || len(e.Files) != files {
		return nil
	}
	now := time.Now()
	os.Chtimes(path, now, now) // so that the time says when it was of use
	return e
}

// writeEntry writes an entry beside its place and renames it, so other commands see all of it or nothing.
func writeEntry(path string, e *cacheEntry) error {
	var text bytes.Buffer
	z, _ := gzip.NewWriterLevel(&text, gzip.BestSpeed)
	err := gob.NewEncoder(z).Encode(e)
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err == nil {
		err = replaceFile(path, text.Bytes())
	}
	if err != nil {
		return report.Problemf(diag.UnwritableCache, "cannot write to '%s', the cache of device code: %v",
			filepath.Dir(filepath.Dir(path)), toolchain.PathCause(err)).
			WithFix("set OMPCC_CACHE to a folder that can be written, or unset it")
	}
	return nil
}

// replaceFile writes a file under another name and renames it.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
