package tests

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestView: "ompcc view" serves the page, compiles again when a source or header changes, shows errors on the page, and
// ends by SIGINT without leaving a file.
func TestView(t *testing.T) {
	cc := ompcc(t)
	dir := reportFolder(t)
	temporary := t.TempDir()
	source := filepath.Join(dir, "app.c")
	text := strings.Replace(reportSource, "#include <stdio.h>", "#include <stdio.h>\n#include \"size.h\"", 1)
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	header := filepath.Join(dir, "size.h")
	write(header, "\n")
	write(source, text)
	cmd := exec.Command(cc, "view", "app.c", "-O2", "-fopenmp-targets=nvptx")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+temporary)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
		t.Fatalf("got %q, %v", line, err)
	}
	url := strings.TrimSpace(line)
	// change does something, and waits until there is another page.
	change := func(what func()) *reportPage {
		t.Helper()
		events, err := http.Get(url + "events")
		if err != nil {
			t.Fatal(err)
		}
		defer events.Body.Close()
		what()
		if text, _ := io.ReadAll(events.Body); !strings.Contains(string(text), "event: page") {
			t.Fatalf("events: %q", text)
		}
		return readReport(t, body(t, url))
	}
	if p := readReport(t, body(t, url)); len(p.Sources) != 1 || len(p.Sources[0].Targets) != 1 {
		t.Fatalf("%+v", p.Sources)
	}
	p := change(func() { write(header, "void g(") })
	if len(p.Messages) == 0 || p.Messages[0].Severity != "error" {
		t.Errorf("messages %+v", p.Messages)
	}
	p = change(func() { write(header, "/* well */") })
	if slices.ContainsFunc(p.Messages, func(m struct{ Severity, Text, Place string }) bool { return m.Severity == "error" }) || len(p.Sources[0].Regions) != 2 {
		t.Errorf("messages %+v", p.Messages)
	}
	p = change(func() { write(source, strings.Replace(text, "sum += y", "sum += z", 1)) })
	if len(p.Messages) != 1 || p.Messages[0].Place != "app.c:11:12" ||
		p.Messages[0].Text != "use of undeclared identifier 'z'" {
		t.Errorf("messages %+v", p.Messages)
	}
	foreign, _ := http.NewRequest("GET", url, nil)
	foreign.Host = "example.org"
	if r, err := http.DefaultClient.Do(foreign); err != nil || r.StatusCode != http.StatusForbidden {
		t.Errorf("another host's name: %v %v", r, err)
	}
	cmd.Process.Signal(syscall.SIGINT)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(temporary); len(left) != 0 {
		t.Errorf("%d temporary files are left", len(left))
	}
}

func body(t *testing.T, url string) string {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
