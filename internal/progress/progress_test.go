package progress

import (
	"bytes"
	"io"
	"testing"
	"testing/synctest"
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

// A log has a line after ten seconds and then one a minute, none in place.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		l := NewOrLog(&out)
		for i := range 15 {
			l.Step(i, 15, "work")
			time.Sleep(9 * time.Second)
		}
		l.Clear()
		const want = "2 of 15, about 2 min left: work\n9 of 15, about 54 s left: work\n"
		if out.String() != want {
			t.Errorf("wrote %q, expected %q", out.String(), want)
		}
	})
}

func TestAbout(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "1 s", 59 * time.Second: "59 s", 100 * time.Second: "2 min", time.Hour: "60 min", 3 * time.Hour: "3 h"} {
		if got := about(d); got != want {
			t.Errorf("%v: %q, expected %q", d, got, want)
		}
	}
}
