// Front is the program that a command starts, bin/ompcc. A source without a hint of OpenMP it leaves to the host compiler,
// which compiles it as without ompcc. All else is the compiler's, lib/ompcc/ompcc-compiler (cmd/ompcc), which this process
// becomes. The compiler would need more time to start than the host compiler for a small source.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"ompcc/cmd/ompcc/host"
	"ompcc/parse/early"
)

func main() {
	layout, err := host.FindLayout()
	if err != nil {
		fail(err)
	}
	tried := false
	if c, ok := read(os.Args[1:]); ok {
		tried = c.compile(layout)
	}
	fail(becomeCompiler(layout, tried))
}

// fail ends the command with what prevents it.
func fail(err error) {
	fmt.Fprintf(os.Stderr, "ompcc: error: cannot run the compiler: %v [no-tool]\nhelp: install ompcc again\n", err)
	os.Exit(1)
}

// becomeCompiler gives this process to the compiler; it returns where that fails. The compiler takes no second
// attempt of what has been tried here.
func becomeCompiler(layout host.Layout, tried bool) error {
	env := syscall.Environ()
	if tried {
		env = append(env, host.Tried+"=1")
	}
	path := filepath.Join(layout.Lib, host.WholeCompiler)
	return &os.PathError{Op: "exec", Path: path, Err: syscall.Exec(path, os.Args, env)}
}

// compile has the host compiler compile the source and ends the process where nothing in the source, nor in its
// headers, concerns ompcc. Otherwise it returns whether the host compiler has run in vain.
func (c *command) compile(layout host.Layout) (tried bool) {
	var text bytes.Buffer
	if host.Read(&text, c.source) != nil || !c.leaves(text.Bytes()) || !c.writable() {
		return false
	}
	compiler := host.Choose()
	path, err := exec.LookPath(compiler.Command)
	if err != nil || host.Precompiled(c.args, c.source, text.Bytes()) {
		return false
	}
	if len(c.included) == 0 && host.IncludesLibcAlone(text.Bytes(), host.IncludeFolders(c.args)) {
		syscall.Exec(path, c.withoutOpenMP(compiler.Command, layout), syscall.Environ())
		return false
	}
	return c.attempt(path, c.hostArgs(compiler.Command, layout), layout)
}

// attempt runs the host compiler, which lists the headers, and looks at these. It ends the process where they do not
// concern ompcc; else the output is discarded.
func (c *command) attempt(path string, args []string, layout host.Layout) (tried bool) {
	said, err := memoryFile("messages")
	if err != nil {
		return false
	}
	files, listed := []uintptr{0, 1, said}, c.depFile()
	if listed == "" {
		headers, err := memoryFile("headers")
		if err != nil {
			return false
		}
		files, listed = append(files, headers), openPath(headers)
		args = append(args, "-MD", "-MF", "/dev/fd/3")
	}
	if !runs(path, args, files) {
		return true
	}
	var list, messages bytes.Buffer
	if host.Read(&list, listed) != nil || !c.leavesHeaders(list.Bytes(), layout) || host.Read(&messages, openPath(said)) != nil {
		if info, err := os.Lstat(c.output); err == nil && info.Mode().IsRegular() {
			os.Remove(c.output) // what follows may end in an error
		}
		return true
	}
	os.Stderr.Write(messages.Bytes())
	os.Exit(0)
	return true
}

// memoryFile makes a file without a folder that no other program sees.
func memoryFile(name string) (fd uintptr, err error) {
	const closeOnExec = 1
	number := map[string]uintptr{"amd64": 319, "arm64": 279}[runtime.GOARCH] // memfd_create
	text, err := syscall.BytePtrFromString(name)
	if err != nil || number == 0 {
		return 0, syscall.ENOSYS
	}
	fd, _, errno := syscall.Syscall(number, uintptr(unsafe.Pointer(text)), closeOnExec, 0)
	if errno != 0 {
		return 0, errno
	}
	return fd, nil
}

// openPath names an open file.
func openPath(fd uintptr) string { return "/proc/self/fd/" + strconv.Itoa(int(fd)) }

// runs runs the host compiler with these files and reports whether it succeeds. A signal that ends this process ends it,
// too: the kernel sends it one when the thread that has started it ends, and Go keeps its threads.
func runs(path string, args []string, files []uintptr) bool {
	pid, err := syscall.ForkExec(path, args, &syscall.ProcAttr{Env: syscall.Environ(), Files: files,
		Sys: &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}})
	if err != nil {
		return false
	}
	var status syscall.WaitStatus
	for err = syscall.EINTR; err == syscall.EINTR; {
		_, err = syscall.Wait4(pid, &status, 0, nil)
	}
	return err == nil && status.Exited() && status.ExitStatus() == 0
}

// leaves reports whether a source's text leaves the source to the host compiler.
func (c *command) leaves(text []byte) bool {
	return bytes.IndexByte(text, 0) < 0 && !early.Hint(text) && !(c.link && callsRuntime(text))
}

// leavesHeaders reports whether the headers of a dependence file's text do.
func (c *command) leavesHeaders(list []byte, layout host.Layout) bool {
	headers := host.Headers(string(list), c.source, layout.Include)
	if !bytes.Contains(list, []byte(":")) || host.Hinted(headers) {
		return false
	}
	return !c.link || !slices.ContainsFunc(headers, func(header string) bool {
		var text bytes.Buffer
		return !strings.HasPrefix(header, "/usr/") && (host.Read(&text, header) != nil || callsRuntime(text.Bytes()))
	})
}

// callsRuntime reports whether text may name a function of the runtime that is no hint: __ompcc_…, llvm_omp_….
func callsRuntime(text []byte) bool {
	return bytes.Contains(text, []byte("omp_")) || bytes.Contains(text, []byte("ompcc_"))
}
