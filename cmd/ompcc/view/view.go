// Package view is "ompcc view": it serves the page of -fopenmp-report on this machine, and compiles again when a file
// that the sources were made of changes. It sees the driver's Inspect and the page, and no stage.
package view

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"ompcc/cmd/ompcc/driver"
	"ompcc/cmd/ompcc/page"
	"ompcc/cmd/ompcc/report"
	"ompcc/parse/diag"
)

// interval is how often the files are looked at.
const interval = 300 * time.Millisecond

// Run carries out "ompcc view args": it serves until a signal ends it. parse reads the command line of a compilation.
func Run(args []string, parse func([]string) (*driver.Invocation, error), stdout io.Writer) error {
	port, args, err := takePort(args)
	if err != nil {
		return err
	}
	inv, err := parse(args)
	if err != nil {
		return err
	}
	if !hasSource(inv) {
		return report.Problemf(diag.NoInput, "no input files").
			WithFix("write ompcc view FILE.c, with the options of its compilation")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return report.Problemf(diag.NoPort, "cannot serve on the port: %v", cause(err)).
			WithFix("choose another with --port=N")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	s := &server{args: args, parse: parse, changed: make(chan struct{})}
	s.compile()
	go s.watch(ctx)
	fmt.Fprintf(stdout, "http://%s/\n", listener.Addr())
	web := &http.Server{Handler: s.handler(ctx)}
	defer context.AfterFunc(ctx, func() { web.Close() })()
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// takePort takes --port=N out of args; 0 has the system choose one.
func takePort(args []string) (port string, rest []string, err error) {
	port = "0"
	for _, a := range args {
		value, ok := strings.CutPrefix(a, "--port=")
		if !ok {
			rest = append(rest, a)
			continue
		}
		if _, err := net.LookupPort("tcp", value); err != nil || value == "" {
			return "", nil, report.Problemf(diag.BadValue, "invalid value in '%s'", a).
				WithFix("write a number from 0 to 65535")
		}
		port = value
	}
	return port, rest, nil
}

func hasSource(inv *driver.Invocation) bool {
	for _, in := range inv.Inputs {
		if in.Path != "" {
			return true
		}
	}
	return false
}

// server has the newest page.
type server struct {
	args  []string
	parse func([]string) (*driver.Invocation, error)

	mu      sync.Mutex // of what follows
	html    []byte
	files   map[string]stamp // watched
	changed chan struct{}    // closed when there is another page
}

// stamp tells whether a file is the same as before.
type stamp struct {
	time time.Time
	size int64
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// compile makes the next page. What changes while it compiles is seen as a change afterwards: files have the stamps
// that they had before.
func (s *server) compile() {
	before := time.Now()
	p, names := s.inspect()
	p.Live = true
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		fmt.Fprintf(&b, "%v", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	old := s.files
	s.files = map[string]stamp{}
	for _, name := range names {
		now := stampOf(name)
		if now.time.After(before) {
			now = old[name]
		}
		s.files[name] = now
	}
	s.html = b.Bytes()
	close(s.changed)
	s.changed = make(chan struct{})
}

// inspect compiles; what keeps it from that is a message of the page. So is a defect of the compiler itself.
func (s *server) inspect() (p *page.Command, files []string) {
	problem := func(err any) *page.Command {
		return &page.Command{Title: "ompcc view", Line: "ompcc " + strings.Join(s.args, " "), Version: driver.Version,
			Messages: []*diag.Diagnostic{{Severity: diag.Error, Message: fmt.Sprint(err)}}}
	}
	s.mu.Lock()
	for name := range s.files {
		files = append(files, name)
	}
	s.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			p = problem(fmt.Sprintf("internal compiler error: %v", r))
		}
	}()
	inv, err := s.parse(s.args)
	if err != nil {
		return problem(err), files
	}
	p, found, err := driver.Inspect(inv)
	if err != nil {
		return problem(err), found
	}
	return p, found
}

// watch compiles whenever a file has changed, until ctx ends.
func (s *server) watch(ctx context.Context) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if s.outdated() {
				s.compile()
			}
		}
	}
}

func (s *server) outdated() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, old := range s.files {
		if stampOf(name) != old {
			return true
		}
	}
	return false
}

// handler serves the page at /, and at /events a stream that says when there is another one.
func (s *server) handler(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		html := s.html
		s.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(html) // a browser that has gone reads no page
	})
	mux.HandleFunc("GET /events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		fmt.Fprint(w, ": ompcc\n\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-changed:
			fmt.Fprint(w, "event: page\ndata: new\n\n")
		case <-r.Context().Done():
		case <-ctx.Done():
		}
	})
	return sameOrigin(mux)
}

// sameOrigin refuses requests under another name than this machine's, so that no page of the web reads the source.
func sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil || host != "127.0.0.1" && host != "localhost" {
			http.Error(w, "ompcc view serves this machine only", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// cause is the system's word for an error of a port.
func cause(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
