// The DevTools protocol, by which tests talk to Chromium: JSON over a pair of pipes.

package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

// pipe is a Chromium that runs, with one page.
type pipe struct {
	cmd     *exec.Cmd
	out     *os.File
	folder  string // of its profile
	session string // of the page
	ended   chan struct{}

	mu      sync.Mutex // of what follows
	last    int        // number of the last message
	waiting map[int]chan message
	loaded  map[string]bool // loaders of pages that are complete
}

// message is a request, the reply to one, or an event.
type message struct {
	ID        int                       `json:"id,omitempty"`
	SessionID string                    `json:"sessionId,omitempty"`
	Method    string                    `json:"method,omitempty"`
	Params    any                       `json:"params,omitempty"`
	Result    json.RawMessage           `json:"result,omitempty"`
	Error     *struct{ Message string } `json:"error,omitempty"`
}

// start starts Chromium with an empty page.
func start(ctx context.Context, width, height int) (*pipe, error) {
	folder, err := os.MkdirTemp("", "chromium")
	if err != nil {
		return nil, err
	}
	theirs, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	in, answers, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &pipe{out: out, folder: folder, ended: make(chan struct{}), waiting: map[int]chan message{},
		loaded: map[string]bool{}}
	p.cmd = exec.Command("chromium", "--headless", "--no-sandbox", "--remote-debugging-pipe", "--user-data-dir="+folder,
		fmt.Sprintf("--window-size=%d,%d", width, height), "--no-first-run", "--hide-scrollbars", "--disable-gpu",
		"--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking", "about:blank")
	p.cmd.ExtraFiles = []*os.File{theirs, answers} // descriptors 3 and 4
	err = p.cmd.Start()
	theirs.Close()
	answers.Close()
	if err != nil {
		return nil, err
	}
	go p.read(in)
	if err := p.openPage(ctx); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pipe) openPage(ctx context.Context) error {
	var target struct{ TargetID string }
	var session struct{ SessionID string }
	err := p.call(ctx, "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	if err == nil {
		err = p.call(ctx, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	}
	if err == nil {
		p.session = session.SessionID
		err = p.call(ctx, "Page.enable", map[string]any{}, nil)
	}
	if err == nil {
		err = p.call(ctx, "Page.setLifecycleEventsEnabled", map[string]any{"enabled": true}, nil)
	}
	return err
}

// read gives replies to those who wait for them.
func (p *pipe) read(in *os.File) {
	defer close(p.ended)
	for r := bufio.NewReader(in); ; {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			message
			Params struct{ LoaderID, Name string } `json:"params"`
		}
		if json.Unmarshal(bytes.TrimRight(text, "\x00"), &m) != nil {
			continue
		}
		p.mu.Lock()
		if reply := p.waiting[m.ID]; reply != nil {
			delete(p.waiting, m.ID)
			reply <- m.message
		} else if m.Method == "Page.lifecycleEvent" && m.Params.Name == "load" {
			p.loaded[m.Params.LoaderID] = true
		}
		p.mu.Unlock()
	}
}

// isLoaded reports whether the page of a loader is complete.
func (p *pipe) isLoaded(loader string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.loaded[loader]
}

// call carries out a method and stores what it returns in result, unless that is nil.
func (p *pipe) call(ctx context.Context, method string, params, result any) error {
	reply := make(chan message, 1)
	p.mu.Lock()
	p.last++
	m := message{ID: p.last, SessionID: p.session, Method: method, Params: params}
	p.waiting[m.ID] = reply
	text, err := json.Marshal(m)
	if err == nil {
		_, err = p.out.Write(append(text, 0))
	}
	p.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case m = <-reply:
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", method, ctx.Err())
	case <-p.ended:
		return errors.New("Chromium has ended")
	}
	switch {
	case m.Error != nil:
		return fmt.Errorf("%s: %s", method, m.Error.Message)
	case result == nil:
		return nil
	}
	return json.Unmarshal(m.Result, result)
}

// close ends Chromium.
func (p *pipe) close() {
	p.session = ""
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = p.call(ctx, "Browser.close", map[string]any{}, nil)
	select {
	case <-p.ended:
	case <-ctx.Done():
		_ = p.cmd.Process.Kill()
	}
	_ = p.cmd.Wait()
	_ = p.out.Close()
	_ = os.RemoveAll(p.folder)
}
