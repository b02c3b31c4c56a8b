package generate

import (
	"bytes"
	"errors"
	"strconv"
	"testing"
)

// Numbers of all lengths, at all places in the buffer, are written as strconv
// writes them.
func TestNumbers(t *testing.T) {
	var out, want bytes.Buffer
	w := newWriter(&out, '\n')
	add := func(x uint64) {
		w.number(x, ' ')
		want.WriteString(strconv.FormatUint(x, 10) + " ")
		w.pair(x, ^x)
		want.WriteString(strconv.FormatUint(x, 10) + " " + strconv.FormatUint(^x, 10) + "\n")
	}
	for x := range uint64(20_000) {
		add(x)
	}
	for p, i := uint64(1), 0; i < 20; p, i = 10*p, i+1 {
		for _, x := range []uint64{p - 1, p, p + 1, 2*p + 1, 9 * p} {
			add(x)
		}
	}
	r := stream(1, 0)
	for i := range uint64(20_000) {
		add(r.at(2*i, r.bits(2*i+1)>>(i%64)))
	}
	if err := w.flush(); err != nil || !bytes.Equal(out.Bytes(), want.Bytes()) {
		t.Errorf("%v; %d bytes, expected %d", err, out.Len(), want.Len())
	}
}

// After an error nothing more is written, and Write ends.
func TestWriterFails(t *testing.T) {
	broken := errors.New("broken")
	var calls int
	w := writes(func(p []byte) (int, error) {
		calls++
		return 0, broken
	})
	if err := Write(w, large); err == nil {
		t.Error("a kind without a name was written")
	}
	for _, kind := range kinds {
		calls = 0
		s := kind.Default
		s.Kind = kind.Name
		if err := Write(w, s); err != broken || calls != 1 {
			t.Errorf("%s: %v after %d writes", s.Kind, err, calls)
		}
	}
}

type writes func(p []byte) (int, error)

func (w writes) Write(p []byte) (int, error) { return w(p) }
