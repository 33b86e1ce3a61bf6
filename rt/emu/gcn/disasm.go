package gcn

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// disassembler finds LLVM's: the newest one, unless OMPCC_LLVM names a folder.
func disassembler() (string, error) {
	const name = "llvm-objdump"
	if dir := os.Getenv("OMPCC_LLVM"); dir != "" {
		return filepath.Join(dir, "bin", name), nil
	}
	found, _ := filepath.Glob("/usr/lib/llvm-*/bin/" + name)
	version := func(path string) int {
		n, _ := strconv.Atoi(strings.TrimPrefix(filepath.Base(filepath.Dir(filepath.Dir(path))), "llvm-"))
		return n
	}
	if len(found) > 0 {
		return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), nil
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "",
		errors.New("the emulated AMD device needs llvm-objdump, which is neither in /usr/lib/llvm-*/bin nor in PATH (OMPCC_LLVM names LLVM's folder)")
}

// disassemble decodes the code.
func (o *Object) disassemble(image []byte) error {
	tool, err := disassembler()
	if err != nil {
		return err
	}
	f, err := os.CreateTemp("", "ompcc-*.co")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(image)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	var diag bytes.Buffer
	cmd := exec.Command(tool, "-d", "--mcpu="+o.Arch, f.Name())
	cmd.Stderr = &diag
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", tool, err, diag.String())
	}
	for line := range strings.Lines(string(out)) {
		text, comment, ok := strings.Cut(line, "//")
		if !ok || line[0] != '\t' {
			continue
		}
		where, _, _ := strings.Cut(strings.TrimSpace(comment), ":")
		addr, err := strconv.ParseUint(where, 16, 64)
		if err != nil {
			continue
		}
		o.at[addr] = len(o.code)
		o.code = append(o.code, inst{addr: addr, text: strings.Join(strings.Fields(text), " ")})
	}
	for i := range o.code {
		o.decode(i)
	}
	o.findPolls()
	o.findHazards()
	return nil
}

// place names an instruction: function and offset.
func (o *Object) place(addr uint64) string {
	for _, s := range o.names {
		if addr >= s.Value && addr < s.Value+s.Size {
			return fmt.Sprintf("%s+0x%x", s.Name, addr-s.Value)
		}
	}
	return fmt.Sprintf("0x%x", addr)
}
