// Package site checks the documentation's site, which `make docs` writes to build/site, in headless Chromium.
package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ompcc/tests/browser"

	"github.com/chromedp/chromedp"
)

// open starts a browser on the site's first page. It skips the test where site or browser are missing.
func open(t *testing.T) (*browser.Browser, string) {
	t.Helper()
	root, err := filepath.Abs("../../build/site")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "index.html")); err != nil {
		t.Skip("SKIPPED: there is no site; run make docs")
	}
	b := browser.Start(t, 1400, 900, time.Minute)
	b.Do(chromedp.Navigate("file://" + root + "/index.html"))
	return b, root
}

// TestSearch finds pages by words of theirs, without a network.
func TestSearch(t *testing.T) {
	b, root := open(t)
	for word, page := range map[string]string{
		"OMPCC_EMULATE":        "docs/emulator.html",
		"omp-unmapped-pointer": "docs/diagnostics.html",
		"ompt_start_tool":      "docs/guides/ompt-tool.html",
	} {
		var links string
		b.Do(
			chromedp.Navigate("file://"+root+"/index.html"),
			chromedp.Click(".md-search__input", chromedp.ByQuery),
			chromedp.SendKeys(".md-search__input", word, chromedp.ByQuery),
			chromedp.Poll(`[...document.querySelectorAll(".md-search-result__link")].some(a => a.href.includes("`+page+`"))`, nil),
			chromedp.Evaluate(`[...document.querySelectorAll(".md-search-result__link")].map(a => a.href).join("\n")`, &links))
		if !strings.Contains(links, page) {
			t.Errorf("%s: %s is not among the results:\n%s", word, page, links)
		}
	}
}

// TestLinks follows every relative link of every page of docs to a file, and to an element where it names one.
func TestLinks(t *testing.T) {
	b, root := open(t)
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	guides, err := filepath.Glob(filepath.Join(root, "docs", "guides", "*.html"))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]map[string]bool{}
	links := map[string][]string{}
	for _, page := range append(pages, guides...) {
		var hrefs, names []string
		b.Do(chromedp.Navigate("file://"+page),
			chromedp.Evaluate(`[...document.querySelectorAll("article a[href]")].map(a => a.href)`, &hrefs),
			chromedp.Evaluate(`[...document.querySelectorAll("[id]")].map(e => e.id)`, &names))
		links[page], ids[page] = hrefs, map[string]bool{}
		for _, n := range names {
			ids[page][n] = true
		}
	}
	count := 0
	for page, hrefs := range links {
		for _, href := range hrefs {
			rest, ok := strings.CutPrefix(href, "file://")
			if !ok {
				continue
			}
			count++
			file, name, _ := strings.Cut(rest, "#")
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, href)
			} else if known := ids[file]; name != "" && known != nil && !known[name] {
				t.Errorf("%s: the link %s names no element", page, href)
			}
		}
	}
	if count < 500 {
		t.Errorf("only %d links were found", count)
	}
	t.Logf("%d pages, %d links", len(links), count)
}

// TestNoNetwork wants no script, style sheet or picture from elsewhere.
func TestNoNetwork(t *testing.T) {
	b, _ := open(t)
	var foreign []string
	b.Do(chromedp.Evaluate(`[...document.querySelectorAll("script[src], link[rel=stylesheet], img[src]")].map(e => e.src || e.href).filter(u => !u.startsWith("file:"))`, &foreign))
	if len(foreign) != 0 {
		t.Errorf("the page loads %v", foreign)
	}
}

// TestColours changes between light and dark, and leaves pictures of both.
func TestColours(t *testing.T) {
	b, root := open(t)
	var scheme [2]string
	var picture [2][]byte
	look := func(i int) {
		b.Do(chromedp.Evaluate(`document.body.getAttribute("data-md-color-scheme")`, &scheme[i]),
			chromedp.CaptureScreenshot(&picture[i]))
	}
	look(0)
	b.Do(chromedp.Evaluate(`[...document.querySelectorAll("form[data-md-component=palette] label")].find(l => !l.hidden).click()`, nil))
	look(1)
	if scheme[0] == scheme[1] {
		t.Errorf("both are %s", scheme[0])
	}
	for i, p := range picture {
		if err := os.WriteFile(filepath.Join(filepath.Dir(root), "site-"+scheme[i]+".png"), p, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
