package view

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"time"
)

// What the server needs of HTTP (RFC 9112), so that the compiler is not half as large again by net/http and its
// cryptography: GET of a few paths, one request a connection.

// limit is how long a browser may take to send a request, and how many bytes its head may have.
const (
	requestTime  = 10 * time.Second
	requestBytes = 64 << 10
)

// request is the head of a request. ctx ends when the client has gone.
type request struct {
	ctx                context.Context
	method, path, host string
}

// response writes the answer to a request.
type response struct{ w io.Writer }

// head begins an answer. Its contents end with the connection.
func (r *response) head(status, kind string) {
	fmt.Fprintf(r.w, "HTTP/1.1 %s\r\nContent-Type: %s\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n", status, kind)
}

// fail is an answer without contents but its status.
func (r *response) fail(status string) {
	r.head(status, "text/plain; charset=utf-8")
	fmt.Fprintln(r.w, status)
}

// serve answers requests by handle until ctx ends.
func serve(ctx context.Context, listener net.Listener, handle func(*response, *request)) error {
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	for {
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		go answer(ctx, conn, handle)
	}
}

// answer reads a request and has it handled. What it cannot send is lost with the connection.
func answer(ctx context.Context, conn net.Conn, handle func(*response, *request)) {
	defer conn.Close()
	ctx, gone := context.WithCancel(ctx)
	defer gone()
	_ = conn.SetReadDeadline(time.Now().Add(requestTime))
	in := bufio.NewReader(io.LimitReader(conn, requestBytes))
	out := &response{conn}
	r, ok := readRequest(in)
	if !ok {
		out.fail("400 Bad Request")
		return
	}
	r.ctx = ctx
	_ = conn.SetReadDeadline(time.Time{})
	go func() { // a client that goes away sends nothing more
		_, _ = io.Copy(io.Discard, conn)
		gone()
	}()
	handle(out, r)
}

// readRequest reads the head of a request.
func readRequest(in *bufio.Reader) (*request, bool) {
	text := textproto.NewReader(in)
	line, err := text.ReadLine()
	if err != nil {
		return nil, false
	}
	words := strings.Split(line, " ")
	if len(words) != 3 || !strings.HasPrefix(words[2], "HTTP/1.") || !strings.HasPrefix(words[1], "/") {
		return nil, false
	}
	header, err := text.ReadMIMEHeader()
	if err != nil {
		return nil, false
	}
	path, _, _ := strings.Cut(words[1], "?")
	return &request{method: words[0], path: path, host: header.Get("Host")}, true
}
