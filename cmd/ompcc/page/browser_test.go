package page

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"ompcc/parse/diag"
)

// TestBrowser uses the page as people do, in headless Chromium. It is skipped where there is none.
func TestBrowser(t *testing.T) {
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("SKIPPED: there is no Chromium; install Debian's chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"),
		chromedp.WindowSize(1600, 1000))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // of events that this chromedp does not know
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, dir: t.TempDir()}
	for _, x := range []struct {
		name string
		run  func(*browser)
	}{{"clicks", testClicks}, {"keyboard", testKeyboard}, {"search", testSearch}, {"contents", testContents},
		{"contrast", testContrast}, {"size", testSize}, {"live", testLive}} {
		t.Run(x.name, func(t *testing.T) {
			b.t = t
			x.run(b)
		})
	}
}

type browser struct {
	t   *testing.T
	ctx context.Context
	dir string
}

// open shows a command's page.
func (b *browser) open(c *Command) {
	b.t.Helper()
	file := filepath.Join(b.dir, "page.html")
	f, err := os.Create(file)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := c.Write(f); err != nil {
		b.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Navigate("file://"+file), chromedp.WaitReady(".pane .row", chromedp.ByQuery))
}

func (b *browser) do(actions ...chromedp.Action) {
	b.t.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// js is the value of an expression as text.
func (b *browser) js(expression string, args ...any) string {
	b.t.Helper()
	var out string
	b.do(chromedp.Evaluate("String("+fmt.Sprintf(expression, args...)+")", &out))
	return out
}

func (b *browser) want(what, want string, expression string, args ...any) {
	b.t.Helper()
	if got := b.js(expression, args...); got != want {
		b.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// chosen are the texts of the marked rows of a pane.
const chosen = `[...document.querySelectorAll('.pane[data-pane=%s] .row.chosen .text')].map(e => e.textContent.trim()).join("|")`

// row is the row of a pane with a text.
const row = `[...document.querySelectorAll('.pane[data-pane=%s] .row')].find(r => r.textContent.includes(%q))`

// testClicks: a line of the source marks what became of it in each pane, and a line of a pane marks its source.
func testClicks(b *browser) {
	b.open(sample(b.t))
	b.js(row+".click()", "source", "y[i] = half(y[i]) + 1;")
	b.want("source", "y[i] = half(y[i]) + 1;", chosen, "source")
	for pane, text := range map[string]string{"assembly": "ld.global.b64", "llvm": "fadd contract double"} {
		if got := b.js(chosen, pane); !strings.Contains(got, text) || strings.Contains(got, "fdiv") {
			b.t.Errorf("%s has marked %q", pane, got)
		}
	}
	// And back: the division belongs to the function in line 1.
	b.js(`document.querySelector('[data-pane=llvm] .code').scrollTop = 0`)
	b.do(chromedp.Poll(fmt.Sprintf(row+" !== undefined", "llvm", "fdiv"), nil))
	b.js(row+".click()", "llvm", "fdiv")
	b.want("source of the division", "static double half(double v) { return v / 2; }", chosen, "source")
	// A hover marks without choosing.
	b.js(row+`.dispatchEvent(new MouseEvent("mousemove", {bubbles: true}))`, "source", "for (int i")
	b.want("hover", "true", `document.querySelectorAll('.pane[data-pane=llvm] .row.hover').length > 0`)
	b.want("still chosen", "static double half(double v) { return v / 2; }", chosen, "source")
	// Panes and targets.
	b.js(`document.querySelector("[data-toggle=host]").click()`)
	b.want("an open pane stays where it is", "true",
		`[...document.querySelectorAll(".pane[data-pane=llvm] .row")].some(r => r.textContent.includes("fdiv"))`)
	b.want("panes", "source llvm assembly host",
		`[...document.querySelectorAll(".pane")].map(p => p.dataset.pane).join(" ")`)
	b.js(row+".click()", "host", "__ompcc_target_host_end")
	b.want("source of generated C", "y[i] = half(y[i]) + 1;", chosen, "source")
	b.js(`document.querySelector('[aria-label=Target] button:nth-child(2)').click()`)
	b.want("name of the assembly", "GCN", `document.querySelector(".pane[data-pane=assembly] .pane-name").textContent`)
	hidden := b.js(`document.querySelector(".pane[data-pane=assembly] .pane-note").textContent`)
	b.js(`document.querySelector(".pane[data-pane=assembly] .small").click()`)
	if all := b.js(`document.querySelector(".pane[data-pane=assembly] .pane-note").textContent`); all == hidden {
		b.t.Errorf("directives shown: %s, hidden: %s", all, hidden)
	}
}

// testKeyboard needs no pointer.
func testKeyboard(b *browser) {
	b.open(sample(b.t))
	press := func(key string) {
		b.js(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true, cancelable: true}))`,
			key)
	}
	press("n")
	b.want("construct", "0", `document.querySelector(".region[aria-current]").dataset.region`)
	press("j")
	press("j")
	b.want("two lines down", "y[i] = half(y[i]) + 1;", chosen, "source")
	press("k")
	b.want("one up", "for (int i = 0; i < n; i++)", chosen, "source")
	press("1")
	b.want("region IR", "1", `document.querySelectorAll(".pane[data-pane=region]").length`)
	press("t")
	b.want("target", "amdgcn gfx90a", `document.querySelector('[aria-label=Target] [aria-pressed=true]').textContent`)
	press("/")
	b.want("search", "true", `document.activeElement === document.querySelector(".search")`)
	b.do(chromedp.SendKeys(".search", "fdiv", chromedp.ByQuery))
	b.js(`document.querySelector(".search").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}))`)
	b.want("found", "static double half(double v) { return v / 2; }", chosen, "source")
	b.js(`document.querySelector(".search").dispatchEvent(new KeyboardEvent("keydown", {key: "Escape", bubbles: true, cancelable: true}))`)
	b.want("search left", "", `document.querySelector(".search").value`)
	press("?")
	b.want("keys", "true", `document.querySelector(".help").open`)
	b.js(`document.querySelector(".help").close()`)
	press("Escape")
	b.want("nothing chosen", "", chosen, "source")
	// All that can be pressed can be reached by Tab and has a name.
	b.want("without a name", "0",
		`[...document.querySelectorAll("button, input, select, [tabindex]")].filter(e => e.tabIndex >= 0 && !(e.textContent.trim() || e.getAttribute("aria-label"))).length`)
}

// testSearch finds lines of all panes, remarks and the data environment, and marks what it finds.
func testSearch(b *browser) {
	b.open(sample(b.t))
	find := func(word string) string {
		b.js(`(() => { const s = document.querySelector(".search"); s.value = %q; s.dispatchEvent(new Event("input")); })()`, word)
		return b.js(`[...document.querySelectorAll(".result-where")].map(e => e.textContent).filter((x, i, a) => a.indexOf(x) === i).join(" ")`)
	}
	for word, places := range map[string]string{"half": "app.c LLVM IR Host C", "firstprivate": "Data",
		"MayAlias": "Remark", "ld.global": "PTX", "no such word": "", "<n; i": "app.c Host C",
		"MAPPED PTR": "Region IR"} {
		if got := find(strings.ReplaceAll(word, "<n", "< n")); got != places {
			b.t.Errorf("%s: found in %q, want %q", word, got, places)
		}
	}
	find("half")
	b.want("marked", "half", `document.querySelector(".pane[data-pane=source] mark").textContent`)
	find("mapped ptr")
	b.js(`document.querySelector(".result").click()`)
	b.want("a hidden pane opens", "true", `!!document.querySelector(".pane[data-pane=region] .row.cursor mark")`)
}

// testContents reads what the page says of the construct.
func testContents(b *browser) {
	b.open(sample(b.t))
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
		b.want(what, want, "%s", what)
	}
	b.js(`document.querySelector(".messages-link").click()`)
	b.want("message", "this is <doubtful>", `document.querySelector(".message p").textContent`)
	b.want("note", "because of this", `document.querySelector(".message .message p").textContent`)
	b.js(`document.querySelector(".message .place").click()`)
	b.want("place of the message", "y[i] = half(y[i]) + 1;", chosen, "source")
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
func testContrast(b *browser) {
	for _, scheme := range []string{"light", "dark"} {
		c := sample(b.t)
		c.Messages = append(c.Messages,
			&diag.Diagnostic{Severity: diag.Error, Span: diag.Span{Pos: diag.Pos{File: "app.c", Line: 1}},
				Message: "wrong"})
		b.do(emulation.SetEmulatedMedia().
			WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
		b.open(c)
		for _, id := range []string{"host", "region"} {
			b.js(`document.querySelector("[data-toggle=%s]").click()`, id)
		}
		for _, state := range []string{
			`0`, `document.querySelector(".region").click()`, row4, `document.querySelector('.pane[data-pane=llvm] .code').scrollTop = 400`,
			`document.querySelector('[aria-label=Target] button:nth-child(2)').click()`,
			`document.querySelector(".help").showModal()`,
			`(() => { document.querySelector(".help").close(); const s = document.querySelector(".search"); s.value = "a"; s.dispatchEvent(new Event("input")); document.querySelectorAll(".result")[3].click(); })()`,
		} {
			b.js("%s", state)
			count, bad, _ := strings.Cut(b.js("%s", contrast), "\n")
			if bad != "" {
				b.t.Errorf("%s, %s:\n%s", scheme, state, bad)
			}
			if n := 0; state == "0" {
				if fmt.Sscan(count, &n); n < 300 {
					b.t.Errorf("only %s", count)
				}
			}
		}
	}
	b.do(emulation.SetEmulatedMedia())
}

// row4 hovers over a line and chooses another.
const row4 = `(() => { const rows = document.querySelectorAll(".pane[data-pane=source] .row"); rows[4].click(); rows[5].dispatchEvent(new MouseEvent("mousemove", {bubbles: true})); })()`

// testSize: a page of 50 kernels and 5,000 lines has few nodes, however far it is scrolled.
func testSize(b *browser) {
	const kernels, lines = 50, 5000
	c := large(kernels, lines)
	b.open(c)
	b.want("constructs", fmt.Sprint(kernels), `document.querySelectorAll(".region").length`)
	b.want("lines", "5000 lines", `document.querySelector(".pane[data-pane=source] .pane-note").textContent`)
	most := 0
	for _, action := range []string{
		`0`, `document.querySelectorAll(".region")[49].click()`, `document.querySelector('.pane[data-pane=source] .code').scrollTop = 40000`,
		`(() => { const s = document.querySelector(".search"); s.value = "add"; s.dispatchEvent(new Event("input")); })()`,
	} {
		b.js("%s", action)
		nodes := 0
		if fmt.Sscan(b.js(`document.querySelectorAll("*").length`), &nodes); nodes > 4000 {
			b.t.Errorf("%d nodes after %s", nodes, action)
		}
		most = max(most, nodes)
	}
	b.t.Logf("at most %d nodes", most)
	b.js(`document.querySelectorAll(".region")[37].click()`)
	b.want("the last but some kernel", "true",
		`[...document.querySelectorAll(".pane[data-pane=llvm] .row.mine")].some(r => r.textContent.includes("@k37("))`)
	b.want("its lines", "true",
		`[...document.querySelectorAll(".pane[data-pane=source] .row.chosen .number")].map(e => e.textContent).join() === String(37 * 100 + 4)`)
}

// testLive: a page that is served loads its next version by itself, and keeps what is chosen.
func testLive(b *browser) {
	var version atomic.Int32
	next := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			c := sample(b.t)
			c.Live, c.Title = true, fmt.Sprintf("version %d", version.Load())
			var page bytes.Buffer
			if err := c.Write(&page); err != nil {
				b.t.Error(err)
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
	b.do(chromedp.Navigate(server.URL), chromedp.WaitReady(".pane .row", chromedp.ByQuery))
	b.js(`document.querySelector("[data-toggle=region]").click()`)
	b.js(row+".click()", "source", "for (int i")
	version.Store(1)
	next <- struct{}{}
	for loaded := false; !loaded; { // until the browser's deadline; between the pages there is nothing to ask
		chromedp.Run(b.ctx,
			chromedp.Evaluate(`document.title.startsWith("version 1") && !!document.querySelector(".pane .row")`,
				&loaded))
		if b.ctx.Err() != nil {
			b.t.Fatal("the next version is not loaded")
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.want("chosen line", "for (int i = 0; i < n; i++)", chosen, "source")
	b.want("panes", "1", `document.querySelectorAll(".pane[data-pane=region]").length`)
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
