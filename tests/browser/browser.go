// Package browser shows pages in headless Chromium, for the tests of what ompcc writes as HTML: the documentation's
// site, the report and the timeline. Continuous integration does not install Chromium, so these tests are skipped
// there with a message. It imports nothing of ours.
package browser

import (
	"context"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Browser is a window. A subtest that uses it sets T.
type Browser struct {
	T   *testing.T
	ctx context.Context
}

// Start opens a window of that many pixels, which is closed when t ends. Its actions may take limit in all.
// The test is skipped where there is no Chromium.
func Start(t *testing.T, width, height int, limit time.Duration) *Browser {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("SKIPPED: there is no Chromium; install Debian's chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.ExecPath("chromium"),
		chromedp.WindowSize(width, height))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	// The errors that are left out are of events that this chromedp does not know.
	window, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(cancel)
	ctx, cancel := context.WithTimeout(window, limit)
	t.Cleanup(cancel)
	return &Browser{T: t, ctx: ctx}
}

// Do carries out actions; the test ends if one fails.
func (b *Browser) Do(actions ...chromedp.Action) {
	b.T.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.T.Fatal(err)
	}
}

// Show opens a file and waits for an element that selector, of CSS, chooses.
func (b *Browser) Show(file, selector string) {
	b.T.Helper()
	b.Do(chromedp.Navigate("file://"+file), chromedp.WaitReady(selector, chromedp.ByQuery))
}

// Scheme makes pages light or dark; "" leaves it to the browser again.
func (b *Browser) Scheme(name string) {
	b.T.Helper()
	media := emulation.SetEmulatedMedia()
	if name != "" {
		media = media.WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}})
	}
	b.Do(media)
}

// JS is the value of an expression of JavaScript, a format for args, as text.
func (b *Browser) JS(expression string, args ...any) string {
	b.T.Helper()
	var out string
	b.Do(chromedp.Evaluate("String("+fmt.Sprintf(expression, args...)+")", &out))
	return out
}

// Want compares JS's value with want.
func (b *Browser) Want(what, want string, expression string, args ...any) {
	b.T.Helper()
	if got := b.JS(expression, args...); got != want {
		b.T.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// Until waits for an expression to be true, also while one page follows another and there is nothing to ask.
func (b *Browser) Until(what, expression string) {
	b.T.Helper()
	for done := false; !done; time.Sleep(50 * time.Millisecond) {
		_ = chromedp.Run(b.ctx, chromedp.Evaluate(expression, &done))
		if b.ctx.Err() != nil {
			b.T.Fatalf("not in time: %s", what)
		}
	}
}
