package main

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"mexlab/internal/progress"
)

func TestProgressLine(t *testing.T) {
	type step struct {
		seconds float64
		read    int64
		want    string // without "mexlab: read "
	}
	for _, c := range []struct {
		size  int64
		steps []step
	}{
		{2_000_000_000, []step{
			{2, 0, "0 B of 2 GB (0%), solved 1234 vertices"},
			{3, 500_000_000, "500 MB of 2 GB (25%), about 9s left, solved 1234 vertices"},
			{4, 1_999_999_999, "2 GB of 2 GB (99%), about 1s left, solved 1234 vertices"},
			{5, 2_000_000_000, "2 GB of 2 GB (100%), solved 1234 vertices"},
			{6, 3_000_000_000, "3 GB of 2 GB (100%), solved 1234 vertices"},
		}},
		{0, []step{{3, 500_000_000, "500 MB, solved 1234 vertices"}}},
		// The second reading is estimated from its own speed, not from that of
		// both readings.
		{1_000_000, []step{
			{100, 1_000_000, "1 MB of 1 MB (100%), solved 1234 vertices"},
			{100.2, 2_000, "2 kB of 1 MB (0%), solved 1234 vertices"},
			{100.4, 4_000, "4 kB of 1 MB (0%), solved 1234 vertices"},
			{102.2, 502_000, "502 kB of 1 MB (50%), about 1s left, solved 1234 vertices"},
		}},
		{1 << 62, []step{
			{2, 1, "1 B of 4.61 EB (0%), solved 1234 vertices"},
			{3, 1 << 50, "1.13 PB of 4.61 EB (0%), about 3h24m45s left, solved 1234 vertices"},
		}},
	} {
		p := new(solving)
		in := &source{size: c.size}
		p.source.Store(in)
		p.solved.Store(1234)
		for _, s := range c.steps {
			in.read.Store(s.read)
			want := "mexlab: read " + s.want
			if got := p.line(time.Duration(s.seconds * 1e9)); got != want {
				t.Errorf("size %d, %v:\ngot  %s\nwant %s", c.size, s, got, want)
			}
		}
	}
	if got, want := new(solving).line(3*time.Second), "mexlab: waiting for the input"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestInBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1 kB", 1234: "1.23 kB", 999_499: "999 kB", 999_500: "1 MB", 999_999: "1 MB",
		1<<63 - 1: "9.22 EB",
	} {
		if got := inBytes(n); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

// A pipe gets no progress.
func TestNoProgress(t *testing.T) {
	t.Parallel()
	var stderr bytes.Buffer
	p := watch(&stderr)
	time.Sleep(progress.After / 100)
	p.stop()
	if stderr.Len() > 0 {
		t.Errorf("a pipe was told %q", &stderr)
	}
	r := shell(t, fmt.Sprintf("(sleep %.1f; printf 0) | mexlab solve", (progress.After+2*progress.Every).Seconds()))
	if r != (outcome{}) {
		t.Errorf("%+v", r)
	}
}
