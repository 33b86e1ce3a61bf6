package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDriver runs the scripts in driver: each tries flags of the command line in
// a folder of its own with copies of the files in driver/src, $OMPCC being the
// compiler, and must end with status 0. The host compilers take turns, but for
// scripts that name theirs.
func TestDriver(t *testing.T) {
	cc := ompcc(t)
	scripts, err := filepath.Glob("driver/*.sh")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		hosts := []string{"", "gcc"}
		if strings.Contains(string(text), "# one host") {
			hosts = hosts[:1]
		}
		for _, host := range hosts {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".sh")+"/"+host, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				if err := os.CopyFS(dir, os.DirFS("driver/src")); err != nil {
					t.Fatal(err)
				}
				env := []string{"OMPCC=" + cc, "OMPCC_CC=" + host}
				if r := run(t, dir, env, "sh", "-euc", "expect() { [ \"$1\" = \"$2\" ] || { echo \"got '$1', want '$2'\" >&2; exit 1; }; }\n"+string(text)); r.exit != 0 {
					t.Errorf("exit %d\n%s%s", r.exit, r.stdout, r.stderr)
				}
			})
		}
	}
}
