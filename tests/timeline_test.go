package tests

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"ompcc/tests/browser"
)

// launchCounts are the counts that a trace has of one launch.
var launchCounts = regexp.MustCompile(`"counts":\{"kernel":"(\w+)","launches":1,"blocks":\d+,"threads":(\d+),"instructions":(\d+)`)

// TestTimeline opens the page that a program writes with an emulated device, of each vendor: its tables have what the
// events have, and a click shows the counts of one kernel.
func TestTimeline(t *testing.T) {
	cc := ompcc(t)
	dir := t.TempDir()
	exe := filepath.Join(dir, "jacobi")
	if r := run(t, "../examples/jacobi", nil, cc, "-O2", "-fopenmp-targets=nvptx,amdgcn", "jacobi.c", "-lm", "-o",
		exe); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	b := browser.Start(t, 1400, 1000, 2*time.Minute)
	for _, vendor := range []string{"nvptx", "amdgcn"} {
		t.Run(vendor, func(t *testing.T) {
			b.T = t
			page := filepath.Join(dir, vendor+".html")
			if r := run(t, dir, []string{"OMPCC_EMULATE=" + vendor, "OMPCC_TRACE=" + page}, exe); r.exit != 0 {
				t.Fatal(r.stderr)
			}
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			launches, threads, instructions := 0, 0, 0
			for _, m := range launchCounts.FindAllStringSubmatch(string(text), -1) {
				n, _ := strconv.Atoi(m[2]) // the expression has digits alone
				i, _ := strconv.Atoi(m[3])
				launches, threads, instructions = launches+1, threads+n, instructions+i
			}
			if launches == 0 {
				t.Fatal("the trace has no counts")
			}
			b.Show(page, "body[data-ready]")
			for title, want := range map[string]int{"launches": launches, "threads": threads, "instructions": instructions} {
				b.Want(title+" of all kernels", strconv.Itoa(want), `(() => {
  const titles = [...document.querySelectorAll('#counts th')].map(e => e.textContent.trim());
  return [...document.querySelectorAll('#counts tbody tr')].map(r => Number(r.cells[titles.indexOf('%s')].textContent.replaceAll(',', ''))).reduce((x, y) => x + y, 0);
})()`, title)
			}
			b.JS(`(() => {
  const row = t.rows.find(r => r.slices.some(s => s.args && s.args.counts)), kernel = row.slices.find(s => s.args && s.args.counts);
  const box = canvas.getBoundingClientRect();
  [from, to] = [kernel.from - 1, kernel.to + 1]; draw();
  canvas.dispatchEvent(new MouseEvent('click', { clientX: box.left + x(kernel.from) + 3, clientY: box.top + row.top + 5 }));
})()`)
			if got := b.JS(`document.getElementById('detail').textContent`); !strings.Contains(got, " instructions, ") ||
				!strings.Contains(got, "jacobi.c:") {
				t.Errorf("a click on a kernel shows %q", got)
			}
		})
	}
}
