package trace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ompcc/tests/browser"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// events are a trace with a thread, a stream, a construct with a transfer and a kernel, and a finding.
const events = `[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"host"}},
{"ph":"M","name":"thread_name","pid":1,"tid":7,"args":{"name":"thread 7"}},
{"ph":"M","name":"process_name","pid":100,"args":{"name":"device 0: ompcc;cpu;x86_64"}},
{"ph":"B","name":"target app.c:6","cat":"construct","pid":1,"tid":7,"ts":1000},
{"ph":"B","name":"transfer to device","cat":"data","pid":1,"tid":7,"ts":1100},
{"ph":"E","pid":1,"tid":7,"ts":1300,"args":{"bytes":2097152,"src":"1:0x1","dest":"0:0x2","variable":"x[0:n]","op":1}},
{"ph":"B","name":"step app.c:6","cat":"kernel","pid":1,"tid":7,"ts":1400},
{"ph":"E","pid":1,"tid":7,"ts":1800,"args":{"teams":4,"op":2}},
{"ph":"E","pid":1,"tid":7,"ts":2000,"args":{"device":0,"region":1,"directive":"omp target \u003c/script>","file":"src/app.c","line":6,"kernel":"k"}},
{"ph":"X","name":"transfer to device","cat":"data","pid":100,"tid":1,"ts":1110,"dur":180,"args":{"op":1,"bytes":2097152}},
{"ph":"X","name":"step app.c:6","cat":"kernel","pid":100,"tid":1,"ts":1410,"dur":380,"args":{"op":2,"teams":4,"counts":{"kernel":"k__once","launches":1,"threads":1024,"warp_instructions":2080,"classes":{"branch":3}}}},
{"ph":"i","s":"g","name":"advice: hoist","cat":"finding","pid":1,"tid":1,"ts":2100,"args":{"id":"hoist","place":"src/app.c:6","text":"it is sent again","fix":"map(to: x[0:n])","times":3,"bytes":2097152,"ms":0.25}}
]`

// TestBrowser uses the page as people do, in headless Chromium. It is skipped where there is none.
func TestBrowser(t *testing.T) {
	b := &pages{browser.Start(t, 1400, 1000, 2*time.Minute), t.TempDir()}

	b.open(events)
	b.Want("rows", "thread 7|device 0 (cpu), stream 1", `t.rows.map(r => r.name).join("|")`)
	b.Want("cards", "1.000 ms|1.000 ms|0.380 ms|0.180 ms|0.440 ms|2.0 MiB|0 B",
		`[...document.querySelectorAll('.card b')].map(e => e.textContent).join("|")`)
	b.Want("constructs", "app.c:6|omp target </script>|1|1.000|0.380|0.180|0.000|0.440|2.0 MiB|0 B", cells,
		"constructs")
	b.Want("variables", "x[0:n]|app.c:6|1|2.0 MiB|0 B|0.200", cells, "variables")
	b.Want("advice", "0.250|2.0 MiB|3|app.c:6|it is sent again|map(to: x[0:n])|hoist", cells, "findings")
	b.Want("devices", "device 0 (cpu), stream 1|0.680|0.560|0.120|1|0.120", cells, "devices")

	b.Want("counts", "step app.c:6|k__once|1|1,024|2,080", cells, "counts")

	t.Run("click", func(t *testing.T) {
		b.T = t
		b.click("1410", "t.rows[1]") // the kernel on the device
		if got := b.JS(`document.getElementById('detail').textContent`); !strings.Contains(got, "step app.c:6") ||
			!strings.Contains(got, "4 teams\n1,024 threads, 2,080 warp instructions") || !strings.Contains(got, "omp target </script> at app.c:6") {
			t.Errorf("a click on the kernel shows %q", got)
		}
	})
	t.Run("keyboard", func(t *testing.T) {
		b.T = t
		before := b.JS("to - from")
		b.Do(chromedp.KeyEvent("w"))
		if after := b.JS("to - from"); after == before {
			t.Error("w does not zoom")
		}
		b.Do(chromedp.KeyEvent("f"))
		b.Want("fit", before, "to - from")
		b.Do(chromedp.KeyEvent(kb.ArrowRight))
		b.Want("the slice behind the kernel", "target app.c:6", "chosen.name")
	})
	t.Run("search", func(t *testing.T) {
		b.T = t
		b.Do(chromedp.KeyEvent("/"))
		b.Want("what / chooses", "search", "document.activeElement.id")
		b.JS(`document.getElementById('search').value = ''`) // chromedp sends the character all the same
		b.Do(chromedp.SendKeys("#search", "x[0:n]", chromedp.ByQuery))
		b.Want("matches", "2", `t.rows.flatMap(r => r.slices).filter(matches).length`)
		b.Do(chromedp.KeyEvent(kb.Escape))
	})
	t.Run("contrast", func(t *testing.T) {
		b.T = t
		for _, scheme := range []string{"light", "dark"} {
			b.Scheme(scheme)
			for _, pair := range [][2]string{{"text", "back"}, {"dim", "back"}, {"dim", "panel"}, {"text", "construct"},
				{"on", "kernel"}, {"on", "to"}, {"on", "from"}, {"on", "memory"}} {
				if got := b.JS(contrast, pair[0], pair[1]); got != "true" {
					t.Errorf("%s: %s on %s has too little contrast: %s", scheme, pair[0], pair[1], got)
				}
			}
		}
	})
	t.Run("many slices", func(t *testing.T) {
		b.T = t
		var s strings.Builder
		s.WriteString(`[{"ph":"M","name":"process_name","pid":1,"args":{"name":"host"}}`)
		for i := range 100000 {
			fmt.Fprintf(&s, `,{"ph":"X","name":"k","cat":"kernel","pid":100,"tid":1,"ts":%d,"dur":5,"args":{"op":%d}}`,
				i*10, i)
		}
		b.open(s.String() + "]")
		b.Want("what is drawn of 100,000 slices is no more than there are pixels", "true", "hits.length <= 2 * width()")
	})
	t.Run("nothing", func(t *testing.T) {
		b.T = t
		b.open("[]")
		b.Want("an empty trace", "The program executed no construct for a device.",
			`document.getElementById('what').textContent`)
	})
}

const (
	cells    = `[...document.querySelectorAll('#%s tbody td')].map(e => e.textContent).join("|")`
	contrast = `(() => {
  const light = c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16) / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
  const a = light(color('%s')), b = light(color('%s')), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return ratio >= 4.5 || ratio;
})()`
)

// pages is a browser that shows pages of traces, from a folder of its own.
type pages struct {
	*browser.Browser
	dir string
}

// open shows the page of events.
func (b *pages) open(events string) {
	b.T.Helper()
	file := filepath.Join(b.dir, "page.html")
	if err := os.WriteFile(file, []byte(head+events[:len(events)-1]+tail), 0o666); err != nil {
		b.T.Fatal(err)
	}
	b.Show(file, "body[data-ready]")
}

// click clicks at a time of a row.
func (b *pages) click(time, row string) {
	b.T.Helper()
	b.JS(`(() => { const box = canvas.getBoundingClientRect(); canvas.dispatchEvent(new MouseEvent('click', { clientX: box.left + x(%s) + 3, clientY: box.top + %s.top + 5 })); })()`, time, row)
}
