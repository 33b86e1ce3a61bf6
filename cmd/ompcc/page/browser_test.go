package page

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"ompcc/parse/diag"
	"ompcc/tests/browser"
)

// TestBrowser uses the page as people do, in headless Chromium. It is skipped where there is none.
func TestBrowser(t *testing.T) {
	b := &pages{browser.Start(t, 1600, 1000, 4*time.Minute), t.TempDir()}
	for _, x := range []struct {
		name string
		run  func(*pages)
	}{{"clicks", testClicks}, {"keyboard", testKeyboard}, {"search", testSearch}, {"contents", testContents},
		{"contrast", testContrast}, {"size", testSize}, {"live", testLive}} {
		t.Run(x.name, func(t *testing.T) {
			b.T = t
			x.run(b)
		})
	}
}

// pages is a browser that shows commands' pages, from a folder of its own.
type pages struct {
	*browser.Browser
	dir string
}

// open shows a command's page.
func (b *pages) open(c *Command) {
	b.T.Helper()
	file := filepath.Join(b.dir, "page.html")
	f, err := os.Create(file)
	if err != nil {
		b.T.Fatal(err)
	}
	if err := c.Write(f); err != nil {
		b.T.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.T.Fatal(err)
	}
	b.Show(file, ".pane .row")
}

// chosen are the texts of the marked rows of a pane.
const chosen = `[...document.querySelectorAll('.pane[data-pane=%s] .row.chosen .text')].map(e => e.textContent.trim()).join("|")`

// row is the row of a pane with a text.
const row = `[...document.querySelectorAll('.pane[data-pane=%s] .row')].find(r => r.textContent.includes(%q))`

// testClicks: a line of the source marks what became of it in each pane, and a line of a pane marks its source.
func testClicks(b *pages) {
	b.open(sample(b.T))
	b.JS(row+".click()", "source", "y[i] = half(y[i]) + 1;")
	b.Want("source", "y[i] = half(y[i]) + 1;", chosen, "source")
	for pane, text := range map[string]string{"assembly": "ld.global.b64", "llvm": "fadd contract double"} {
		if got := b.JS(chosen, pane); !strings.Contains(got, text) || strings.Contains(got, "fdiv") {
			b.T.Errorf("%s has marked %q", pane, got)
		}
	}
	// And back: the division belongs to the function in line 1.
	b.JS(`document.querySelector('[data-pane=llvm] .code').scrollTop = 0`)
	b.Do(chromedp.Poll(fmt.Sprintf(row+" !== undefined", "llvm", "fdiv"), nil))
	b.JS(row+".click()", "llvm", "fdiv")
	b.Want("source of the division", "static double half(double v) { return v / 2; }", chosen, "source")
	// A hover marks without choosing.
	b.JS(row+`.dispatchEvent(new MouseEvent("mousemove", {bubbles: true}))`, "source", "for (int i")
	b.Want("hover", "true", `document.querySelectorAll('.pane[data-pane=llvm] .row.hover').length > 0`)
	b.Want("still chosen", "static double half(double v) { return v / 2; }", chosen, "source")
	// Panes and targets.
	b.JS(`document.querySelector("[data-toggle=host]").click()`)
	b.Want("an open pane stays where it is", "true",
		`[...document.querySelectorAll(".pane[data-pane=llvm] .row")].some(r => r.textContent.includes("fdiv"))`)
	b.Want("panes", "source llvm assembly host",
		`[...document.querySelectorAll(".pane")].map(p => p.dataset.pane).join(" ")`)
	b.JS(row+".click()", "host", "__ompcc_target_host_end")
	b.Want("source of generated C", "y[i] = half(y[i]) + 1;", chosen, "source")
	b.JS(`document.querySelector('[aria-label=Target] button:nth-child(2)').click()`)
	b.Want("name of the assembly", "GCN", `document.querySelector(".pane[data-pane=assembly] .pane-name").textContent`)
	hidden := b.JS(`document.querySelector(".pane[data-pane=assembly] .pane-note").textContent`)
	b.JS(`document.querySelector(".pane[data-pane=assembly] .small").click()`)
	if all := b.JS(`document.querySelector(".pane[data-pane=assembly] .pane-note").textContent`); all == hidden {
		b.T.Errorf("directives shown: %s, hidden: %s", all, hidden)
	}
}

// testKeyboard needs no pointer.
func testKeyboard(b *pages) {
	b.open(sample(b.T))
	press := func(key string) {
		b.JS(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true, cancelable: true}))`,
			key)
	}
	press("n")
	b.Want("construct", "0", `document.querySelector(".region[aria-current]").dataset.region`)
	press("j")
	press("j")
	b.Want("two lines down", "y[i] = half(y[i]) + 1;", chosen, "source")
	press("k")
	b.Want("one up", "for (int i = 0; i < n; i++)", chosen, "source")
	press("1")
	b.Want("region IR", "1", `document.querySelectorAll(".pane[data-pane=region]").length`)
	press("t")
	b.Want("target", "amdgcn gfx90a", `document.querySelector('[aria-label=Target] [aria-pressed=true]').textContent`)
	press("/")
	b.Want("search", "true", `document.activeElement === document.querySelector(".search")`)
	b.Do(chromedp.SendKeys(".search", "fdiv", chromedp.ByQuery))
	b.JS(`document.querySelector(".search").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}))`)
	b.Want("found", "static double half(double v) { return v / 2; }", chosen, "source")
	b.JS(`document.querySelector(".search").dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}))`)
	b.Want("search left", "", `document.querySelector(".search").value`)
	press("?")
	b.Want("keys", "true", `document.querySelector(".help").open`)
	b.JS(`document.querySelector(".help").close()`)
	press("Escape")
	b.Want("nothing chosen", "", chosen, "source")
	// All that can be pressed can be reached by Tab and has a name.
	b.Want("without a name", "0",
		`[...document.querySelectorAll("button, input, select, [tabindex]")].filter(e => e.tabIndex >= 0 && !(e.textContent.trim() || e.getAttribute("aria-label"))).length`)
}

// testSearch finds lines of all panes, remarks and the data environment, and marks what it finds.
func testSearch(b *pages) {
	b.open(sample(b.T))
	find := func(word string) string {
		b.JS(`(() => { const s = document.querySelector(".search"); s.value = %q; s.dispatchEvent(new Event("input")); })()`, word)
		return b.JS(`[...document.querySelectorAll(".result-where")].map(e => e.textContent).filter((x, i, a) => a.indexOf(x) === i).join(" ")`)
	}
	for word, places := range map[string]string{"half": "app.c LLVM IR Host C", "firstprivate": "Data",
		"MayAlias": "Remark", "ld.global": "PTX", "no such word": "", "<n; i": "app.c Host C",
		"MAPPED PTR": "Region IR"} {
		if got := find(strings.ReplaceAll(word, "<n", "< n")); got != places {
			b.T.Errorf("%s: found in %q, want %q", word, got, places)
		}
	}
	find("half")
	b.Want("marked", "half", `document.querySelector(".pane[data-pane=source] mark").textContent`)
	find("mapped ptr")
	b.JS(`document.querySelector(".result").click()`)
	b.Want("a hidden pane opens", "true", `!!document.querySelector(".pane[data-pane=region] .row.cursor mark")`)
}

// testContents reads what the page says of the construct.
func testContents(b *pages) {
	b.open(sample(b.T))
	for what, want := range map[string]string{
		`document.title`: "app.c – ompcc report",
		`[...document.querySelectorAll(".data-environment tbody tr")].map(r => [...r.children].map(c => c.textContent).join(" ")).join("; ")`:             "y[0:n] map(tofrom) explicit 8\u202f000 5.2 §5.8.3 4; n firstprivate implicit  5.2 §5.1.1 5",
		`[...document.querySelectorAll(".kernel tbody tr")].map(r => [...r.children].map(c => c.textContent).join(" ")).join("; ")`:                       "Instructions 12 9",
		`document.querySelector(".kernel .form").textContent`:                                                                                             "One iteration for each thread OneIterationPerThread",
		`[...document.querySelectorAll(".remarks li")].map(e => e.querySelector(".id").textContent + ": " + e.querySelector("p").textContent).join("; ")`: "MayAlias: Other pointers may lead there",
		`document.querySelector(".region .badge").textContent`:                                                                                            "1",
		`document.querySelector(".messages-link").textContent`:                                                                                            "1 warning",
		`[...document.querySelectorAll(".pane[data-pane=source] .row.in-region .number")].map(e => e.textContent).join(" ")`:                              "4 5 6",
		`[...document.querySelectorAll(".pane[data-pane=source] .row.warning .number")].map(e => e.textContent).join(" ")`:                                "6",
	} {
		b.Want(what, want, "%s", what)
	}
	b.JS(`document.querySelector(".messages-link").click()`)
	b.Want("message", "this is <doubtful>", `document.querySelector(".message p").textContent`)
	b.Want("note", "because of this", `document.querySelector(".message .message p").textContent`)
	b.JS(`document.querySelector(".message .place").click()`)
	b.Want("place of the message", "y[i] = half(y[i]) + 1;", chosen, "source")
}

// contrast lists the texts that are hard to read: WCAG 2.1 wants 4.5 to 1
// (https://www.w3.org/TR/WCAG21/#contrast-minimum).
const contrast = `(() => {
  const rgb = s => { const m = s.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
  const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] === 1) return c; if (c[3] > 0) return null; } return null; };
  const bad = new Set(); let count = 0;
  for (const e of document.querySelectorAll("body *")) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest("script, noscript") || !e.getClientRects().length) continue;
    const front = rgb(getComputedStyle(e).color), back = behind(e);
    count++;
    if (!back) { bad.add(e.className + ": no opaque background"); continue; }
    const [x, y] = [light(front), light(back)].sort((a, b) => b - a), ratio = (x + 0.05) / (y + 0.05);
    if (ratio < 4.5) bad.add(e.tagName + "." + e.className + " in " + e.parentElement.className + " " + getComputedStyle(e).color + " on " + back + ": " + ratio.toFixed(2));
  }
  return count + " texts\n" + [...bad].join("\n");
})()`

// testContrast measures every text in both colours, chosen, under the pointer, found and in messages.
func testContrast(b *pages) {
	for _, scheme := range []string{"light", "dark"} {
		c := sample(b.T)
		c.Messages = append(c.Messages,
			&diag.Diagnostic{Severity: diag.Error, Span: diag.Span{Pos: diag.Pos{File: "app.c", Line: 1}},
				Message: "wrong"})
		b.Scheme(scheme)
		b.open(c)
		for _, id := range []string{"host", "region"} {
			b.JS(`document.querySelector("[data-toggle=%s]").click()`, id)
		}
		for _, state := range []string{
			`0`, `document.querySelector(".region").click()`, row4, `document.querySelector('.pane[data-pane=llvm] .code').scrollTop = 400`,
			`document.querySelector('[aria-label=Target] button:nth-child(2)').click()`,
			`document.querySelector(".help").showModal()`,
			`(() => { document.querySelector(".help").close(); const s = document.querySelector(".search"); s.value = "a"; s.dispatchEvent(new Event("input")); document.querySelectorAll(".result")[3].click(); })()`,
		} {
			b.JS("%s", state)
			count, bad, _ := strings.Cut(b.JS("%s", contrast), "\n")
			if bad != "" {
				b.T.Errorf("%s, %s:\n%s", scheme, state, bad)
			}
			if n := 0; state == "0" {
				if fmt.Sscan(count, &n); n < 300 {
					b.T.Errorf("only %s", count)
				}
			}
		}
	}
	b.Scheme("")
}

// row4 hovers over a line and chooses another.
const row4 = `(() => { const rows = document.querySelectorAll(".pane[data-pane=source] .row"); rows[4].click(); rows[5].dispatchEvent(new MouseEvent("mousemove", {bubbles: true})); })()`

// testSize: a page of 50 kernels and 5,000 lines has few nodes, however far it is scrolled.
func testSize(b *pages) {
	const kernels, lines = 50, 5000
	c := large(kernels, lines)
	b.open(c)
	b.Want("constructs", fmt.Sprint(kernels), `document.querySelectorAll(".region").length`)
	b.Want("lines", "5000 lines", `document.querySelector(".pane[data-pane=source] .pane-note").textContent`)
	most := 0
	for _, action := range []string{
		`0`, `document.querySelectorAll(".region")[49].click()`, `document.querySelector('.pane[data-pane=source] .code').scrollTop = 40000`,
		`(() => { const s = document.querySelector(".search"); s.value = "add"; s.dispatchEvent(new Event("input")); })()`,
	} {
		b.JS("%s", action)
		nodes := 0
		if fmt.Sscan(b.JS(`document.querySelectorAll("*").length`), &nodes); nodes > 4000 {
			b.T.Errorf("%d nodes after %s", nodes, action)
		}
		most = max(most, nodes)
	}
	b.T.Logf("at most %d nodes", most)
	b.JS(`document.querySelectorAll(".region")[37].click()`)
	b.Want("the last but some kernel", "true",
		`[...document.querySelectorAll(".pane[data-pane=llvm] .row.mine")].some(r => r.textContent.includes("@k37("))`)
	b.Want("its lines", "true",
		`[...document.querySelectorAll(".pane[data-pane=source] .row.chosen .number")].map(e => e.textContent).join() === String(37 * 100 + 4)`)
}

// testLive: a page that is served loads its next version by itself, and keeps what is chosen.
func testLive(b *pages) {
	var version atomic.Int32
	next := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			c := sample(b.T)
			c.Live, c.Title = true, fmt.Sprintf("version %d", version.Load())
			var page bytes.Buffer
			if err := c.Write(&page); err != nil {
				b.T.Error(err)
			}
			w.Write(page.Bytes())
		case "/events":
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, ": open\n\n")
			http.NewResponseController(w).Flush()
			select {
			case <-next:
				fmt.Fprint(w, "event: page\ndata: new\n\n")
			case <-r.Context().Done():
			}
		default:
			http.NotFound(w, r)
		}
	}))
	defer func() {
		server.CloseClientConnections() // the browser may keep a page that it has left
		server.Close()
	}()
	b.Do(chromedp.Navigate(server.URL), chromedp.WaitReady(".pane .row", chromedp.ByQuery))
	b.JS(`document.querySelector("[data-toggle=region]").click()`)
	b.JS(row+".click()", "source", "for (int i")
	version.Store(1)
	next <- struct{}{}
	b.Until("the next version is loaded",
		`document.title.startsWith("version 1") && !!document.querySelector(".pane .row")`)
	b.Want("chosen line", "for (int i = 0; i < n; i++)", chosen, "source")
	b.Want("panes", "1", `document.querySelectorAll(".pane[data-pane=region]").length`)
}

// large is a command whose source has many kernels.
func large(kernels, lines int) *Command {
	s := &Source{File: "large.c"}
	var source []string
	var ir, ptx strings.Builder
	each := lines / kernels
	for k := range kernels {
		first := k * each
		name := fmt.Sprintf("k%d", k)
		source = append(source, fmt.Sprintf("void f%d(int *a, int n) {", k), "  // 1", "  // 2",
			"#pragma omp target teams distribute parallel for")
		s.Constructs = append(s.Constructs,
			&Construct{At: diag.Pos{File: "large.c", Line: first + 4, Col: 9}, End: first + each - 1,
				Name: "target teams distribute parallel for", Function: fmt.Sprintf("f%d", k), Kernel: name})
		fmt.Fprintf(&ir, "define void @%s(ptr %%a) !dbg !%d {\n", name, 10+k)
		fmt.Fprintf(&ptx, ".visible .entry %s(\n)\n{\n", name)
		for i := 4; i < each-1; i++ {
			source = append(source, fmt.Sprintf("  for (int i = 0; i < n; i++) a[i] = a[i] + %d;", i))
			fmt.Fprintf(&ir, "  %%x%d = add i32 %%y, %d, !dbg !%d\n", i, i, 1000+first+i+1)
			fmt.Fprintf(&ptx, "\t.loc 1 %d 3\n\tadd.s32 \t%%r1, %%r2, %d;\n", first+i+1, i)
		}
		source = append(source, "}")
		ir.WriteString("}\n")
		ptx.WriteString("}\n")
	}
	ir.WriteString("!1 = !DIFile(filename: \"large.c\", directory: \".\")\n")
	for k := range kernels {
		fmt.Fprintf(&ir, "!%d = distinct !DISubprogram(name: \"k%d\", file: !1, line: %d)\n", 10+k, k, k*each+4)
	}
	for line := range lines {
		fmt.Fprintf(&ir, "!%d = !DILocation(line: %d, column: 1, scope: !10)\n", 1000+line, line)
	}
	ptx.WriteString("\t.file 1 \"./large.c\"\n")
	s.Targets = []*Target{{Name: "nvptx", Arch: "sm_80", IR: ir.String(), Assembly: ptx.String(), Language: "PTX"}}
	s.Line = func(_ string, n int) (string, bool) {
		if n < 1 || n > len(source) {
			return "", false
		}
		return source[n-1], true
	}
	return &Command{Title: "large.c", Sources: []*Source{s}}
}
