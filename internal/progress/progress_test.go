package progress

import (
	"bytes"
	"io"
	"testing"
	"time"
)

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text string
		n    int
		want string
	}{{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"äöüß", 2, "äö"}, {"abc", 0, ""}, {"abc", -1, ""}} {
		if got := cut(test.text, test.n); got != test.want {
			t.Errorf("%d of %q: %q, expected %q", test.n, test.text, got, test.want)
		}
	}
}

// Without a terminal there is no line, and all of it does nothing.
func TestNoTerminal(t *testing.T) {
	var out bytes.Buffer
	l := New(&out)
	if l != nil {
		t.Fatal("a buffer counts as a terminal")
	}
	l.Show("text")
	l.Step(1, 2, "text")
	l.Refresh(func(time.Duration) string { t.Error("asked for a text"); return "" })()
	l.Clear()
	if _, err := io.WriteString(l.Under(&out), "result"); err != nil || out.String() != "result" {
		t.Errorf("wrote %q, %v", out.String(), err)
	}
}
