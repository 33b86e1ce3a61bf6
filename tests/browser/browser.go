// Package browser shows pages in headless Chromium, for the tests of what ompcc writes as HTML: the documentation's
// site, the report and the timeline. Continuous integration does not install Chromium, so these tests are skipped
// there with a message. It imports nothing of ours.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"testing"
	"time"
)

// Browser is a window. A subtest that uses it sets T.
type Browser struct {
	T    *testing.T
	ctx  context.Context
	pipe *pipe
}

// Start opens a window of that many pixels, which is closed when t ends. Its actions may take limit in all.
// The test is skipped where there is no Chromium.
func Start(t *testing.T, width, height int, limit time.Duration) *Browser {
	t.Helper()
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("SKIPPED: there is no Chromium; install Debian's chromium")
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	p, err := start(ctx, width, height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	return &Browser{T: t, ctx: ctx, pipe: p}
}

// call has the browser carry out a method of the DevTools protocol; the test ends if it fails.
func (b *Browser) call(method string, params, result any) {
	b.T.Helper()
	if err := b.pipe.call(b.ctx, method, params, result); err != nil {
		b.T.Fatal(err)
	}
}

// Open opens a page and waits until it is loaded.
func (b *Browser) Open(url string) {
	b.T.Helper()
	var page struct{ LoaderID, ErrorText string }
	b.call("Page.navigate", map[string]any{"url": url}, &page)
	if page.ErrorText != "" {
		b.T.Fatalf("%s: %s", url, page.ErrorText)
	}
	for page.LoaderID != "" && !b.pipe.isLoaded(page.LoaderID) { // none: another place of the same page
		if time.Sleep(5 * time.Millisecond); b.ctx.Err() != nil {
			b.T.Fatalf("not in time: %s", url)
		}
	}
}

// Show opens a file and waits for an element that selector, of CSS, chooses.
func (b *Browser) Show(file, selector string) {
	b.T.Helper()
	b.Open("file://" + file)
	b.Until("there is "+selector, fmt.Sprintf("!!document.querySelector(%q)", selector))
}

// Scheme makes pages light or dark; "" leaves it to the browser again.
func (b *Browser) Scheme(name string) {
	b.T.Helper()
	features := []map[string]any{}
	if name != "" {
		features = append(features, map[string]any{"name": "prefers-color-scheme", "value": name})
	}
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": features}, nil)
}

// Key presses a key. One with a longer name, such as Escape, writes no character.
func (b *Browser) Key(name string) {
	b.T.Helper()
	press := map[string]any{"type": "keyDown", "key": name}
	if len([]rune(name)) == 1 {
		press["text"] = name
	}
	b.call("Input.dispatchKeyEvent", press, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": name}, nil)
}

// Type writes text into the element that selector, of CSS, chooses.
func (b *Browser) Type(selector, text string) {
	b.T.Helper()
	b.JS("document.querySelector(%q).focus()", selector)
	for _, c := range text {
		b.Key(string(c))
	}
}

// Picture is a picture of the window, in PNG.
func (b *Browser) Picture() []byte {
	b.T.Helper()
	var picture struct{ Data []byte }
	b.call("Page.captureScreenshot", map[string]any{}, &picture)
	return picture.Data
}

// JS is the value of an expression of JavaScript, a format for args, as text.
func (b *Browser) JS(expression string, args ...any) string {
	b.T.Helper()
	var out string
	b.Value(&out, "String("+fmt.Sprintf(expression, args...)+")")
	return out
}

// Value stores the value of an expression in result, as encoding/json does.
func (b *Browser) Value(result any, expression string) {
	b.T.Helper()
	if err := b.evaluate(expression, result); err != nil {
		b.T.Fatal(err)
	}
}

func (b *Browser) evaluate(expression string, result any) error {
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	err := b.pipe.call(b.ctx, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &answer)
	switch thrown := answer.ExceptionDetails; {
	case err != nil:
		return err
	case thrown != nil:
		return fmt.Errorf("%s: %s %s", expression, thrown.Text, thrown.Exception.Description)
	case answer.Result.Value == nil:
		return fmt.Errorf("%s has no value", expression)
	}
	return json.Unmarshal(answer.Result.Value, result)
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
		_ = b.evaluate(expression, &done)
		if b.ctx.Err() != nil {
			b.T.Fatalf("not in time: %s", what)
		}
	}
}
