// Paths, and errors about them.

package toolchain

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// PathCause is the cause of an error of package os, without the operation and the path.
func PathCause(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// Stem is a source's base name without its extension.
func Stem(path string) string {
	if path == "-" {
		return "stdin"
	}
	base := filepath.Base(path)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// IsRegular reports whether path is a regular file.
func IsRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// ReadHead returns the first 512 bytes of a file, or all of a shorter one.
func ReadHead(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, 512)
	n, _ := f.Read(buf)
	return buf[:n], nil
}
