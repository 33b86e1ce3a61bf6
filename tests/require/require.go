// Package require says what a test does where a tool or a part of the build is missing that continuous
// integration has (.ci/run): it is skipped, but fails with OMPCC_TEST=require. So a machine with less can run the
// tests, and none is lost unseen where all must run. What integration does not install is skipped by t.Skip.
package require

import (
	"os"
	"os/exec"
	"testing"
)

// Missing ends the test.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("OMPCC_TEST") == "require" {
		t.Fatalf("OMPCC_TEST=require: "+format, args...)
	}
	t.Skipf(format, args...)
}

// Tool is the path of a program.
func Tool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Missing(t, "%v", err)
	}
	return path
}

// Built checks that a file of the build is there.
func Built(t testing.TB, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		Missing(t, "%v: make build", err)
	}
}
