package codegen

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ompcc/codegen/target"
	"ompcc/lower/region"
)

// TestFiles runs the tests of testdata/region: the first lines of each file are
// "; test codegen TARGET -ON [-fsanitize=offload]" (N is Options.Opt), and FILE.TARGET.ll beside it has the code.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/region/*.region")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := region.Parse(file, string(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			command, ok := strings.CutPrefix(line, "; test ")
			if !ok {
				break
			}
			words := strings.Fields(command)
			checked := len(words) == 4 && words[3] == "-fsanitize=offload"
			if len(words) != 3 && !checked || words[0] != "codegen" {
				t.Fatalf("%s: write ; test codegen TARGET -ON [-fsanitize=offload], not %q", file, line)
			}
			level, err := strconv.Atoi(strings.TrimPrefix(words[2], "-O"))
			tg := map[string]*target.Target{}
			for _, x := range target.All() {
				tg[x.Name] = x
			}
			if err != nil || tg[words[1]] == nil {
				t.Fatalf("%s: unknown target or level in %q", file, line)
			}
			got := emit(t, m, tg[words[1]], Options{Opt: level, Sanitize: checked})
			golden := strings.TrimSuffix(file, "region") + words[1] + ".ll"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if want, _ := os.ReadFile(golden); got != string(want) {
				t.Errorf("%s: got\n%s", golden, got)
			}
		}
	}
}
