package tests

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ompcc/tests/browser"
)

const (
	// rowsOf are the rows of a pane with a mark, mine is the first one that was marked by a click on the source.
	rowsOf = `[...document.querySelectorAll('.pane[data-pane=%s] .row.%s')]`
	mine   = `[...document.querySelectorAll('.pane[data-pane=%s] .row')].find(r => window.mine.includes(r.textContent))`
	escape = `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}))`
)

// TestReportPanes opens the page of a compiled program. A line of the source marks its lines in every pane of every
// target, by a click and by the pointer over it. A marked line of each pane marks that line of the source.
func TestReportPanes(t *testing.T) {
	cc, dir := ompcc(t), reportFolder(t)
	if r := run(t, dir, nil, cc, "-O2", "-w", "-fopenmp-targets=nvptx,amdgcn,cpu", "-c", "app.c",
		"-fopenmp-report=page.html"); r.exit != 0 {
		t.Fatal(r.stderr)
	}
	b := browser.Start(t, 2400, 1000, 4*time.Minute)
	b.Show(filepath.Join(dir, "page.html"), ".pane .row")
	const line = "sum += y[i] += twice(x[i]);"
	b.JS(`document.querySelectorAll('[data-toggle][aria-pressed=false]').forEach(e => e.click())`)
	targets := b.JS(`[...document.querySelectorAll('[aria-label=Target] button')].map(e => e.textContent).join("|")`)
	if strings.Count(targets, "|") != 2 {
		t.Fatalf("targets %q", targets)
	}
	source := `[...document.querySelectorAll('.pane[data-pane=source] .row')].find(r => r.textContent.includes('` + line + `'))`
	for i, target := range strings.Split(targets, "|") {
		t.Run(target, func(t *testing.T) {
			b.T = t
			b.JS(`document.querySelectorAll('[aria-label=Target] button')[%d].click()`, i)
			b.Want("panes", "source region llvm optimised assembly host",
				`[...document.querySelectorAll(".pane")].map(p => p.dataset.pane).join(" ")`)
			for _, pane := range []string{"region", "llvm", "optimised", "assembly", "host"} {
				b.JS(escape)
				b.Want(pane+": Escape takes the marks away", "0", rowsOf+".length", pane, "chosen")
				b.JS("%s", source+".click()")
				b.Want(pane+": a click on the source marks lines", "true", rowsOf+".length > 0", pane, "chosen")
				b.JS("window.mine = "+rowsOf+".map(r => r.textContent)", pane, "chosen")
				b.JS(escape)
				b.JS(mine+".click()", pane)
				b.Want(pane+": a click on one of them marks the line of the source", line,
					`[...document.querySelectorAll('.pane[data-pane=source] .row.chosen .text')].map(e => e.textContent.trim()).join("|")`)
				b.JS(escape)
				b.JS("%s", source+`.dispatchEvent(new MouseEvent("mousemove", {bubbles: true}))`)
				b.Want(pane+": the pointer over the source marks lines", "true", rowsOf+".length > 0", pane, "hover")
				b.JS(`document.querySelector('.pane[data-pane=source] .code').dispatchEvent(new MouseEvent("mouseleave"))`)
				b.JS(mine+`.dispatchEvent(new MouseEvent("mousemove", {bubbles: true}))`, pane)
				b.Want(pane+": the pointer over a line marks the line of the source", line,
					`[...document.querySelectorAll('.pane[data-pane=source] .row.hover .text')].map(e => e.textContent.trim()).join("|")`)
				b.JS(`document.querySelector('.pane[data-pane=%s] .code').dispatchEvent(new MouseEvent("mouseleave"))`, pane)
			}
		})
	}
}
