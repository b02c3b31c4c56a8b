package play

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

const (
	maxBody = 1 << 20 // bytes of a game so far
	maxHead = 1 << 14 // bytes of a request before its body
	patient = 10 * time.Second
)

// A server answers the requests of one page.
type server struct {
	*Game
	host  string // the address without the token
	token string // whoever does not know it sees nothing
}

// Serve serves the page until ctx ends, and returns its cause. It calls ready with the
// page's address, to which only this machine leads. The server keeps no games, so any
// number of tabs may play.
func (g *Game) Serve(ctx context.Context, ready func(address string)) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("cannot serve the page: %w", err)
	}
	s := &server{g, l.Addr().String(), rand.Text()}
	h := &http.Server{Handler: s, ReadTimeout: patient, WriteTimeout: patient, IdleTimeout: patient, MaxHeaderBytes: maxHead}
	defer context.AfterFunc(ctx, func() { h.Close() })()
	ready("http://" + s.host + s.path())
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("cannot serve the page any longer: %w", err)
	}
	return context.Cause(ctx)
}

func (s *server) path() string { return "/" + s.token + "/" }

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if code := s.refuse(r); code != 0 {
		http.Error(w, http.StatusText(code), code)
		return
	}
	t, err := s.answer(w, r)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		http.Error(w, "The game is too long.", http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil {
		http.Error(w, sentence(err.Error()), http.StatusBadRequest)
		return
	}
	nonce := rand.Text()
	html, err := t.html(nonce)
	if err != nil {
		http.Error(w, sentence(err.Error()), http.StatusInternalServerError)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'; "+
		"base-uri 'none'; frame-ancestors 'none'; script-src 'nonce-"+nonce+"'")
	w.Write(html)
}

// refuse returns the status of a request that gets no page, or 0. Another page, which
// a browser of this machine shows, does not know the token, and has another origin. A
// foreign name that was made to lead here is the host of its requests.
func (s *server) refuse(r *http.Request) int {
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	switch {
	case r.Host != s.host, origin != "" && origin != "http://"+s.host, site != "" && site != "same-origin" && site != "none":
		return http.StatusForbidden
	case subtle.ConstantTimeCompare([]byte(r.URL.Path), []byte(s.path())) != 1:
		return http.StatusNotFound
	case r.Method != http.MethodGet && r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed
	}
	return 0
}

// answer returns the turn that a request asks for. The error says what is wrong with it.
func (s *server) answer(w http.ResponseWriter, r *http.Request) (*turn, error) {
	if r.Method == http.MethodGet {
		return s.first()
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	return s.turn(r.PostForm)
}
