package addsub

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"mexlab/kernel"
)

// A meter is a kernel that records the batches it is given.
type meter struct {
	kernel.Kernel
	rows, values []int
}

func (m *meter) Mex(ws *kernel.Workspace, b *kernel.Batch) error {
	m.rows = append(m.rows, b.Len())
	m.values = append(m.values, len(b.Succ))
	return m.Kernel.Mex(ws, b)
}

// TestBatches: the levels of all games of a group are solved together, in
// chunks, and a row larger than a chunk is a batch of its own.
func TestBatches(t *testing.T) {
	const games, most = 2300, 2 * chunk
	var in strings.Builder
	fmt.Fprintln(&in, games+1)
	for range games { // two levels above the leaf
		in.WriteString("3 3\n0 1\n0 2\n1 2\n1 1 1\n0\n")
	}
	fmt.Fprintln(&in, most+1, most+1)
	fmt.Fprintln(&in, 1, 0)
	for v := range most {
		fmt.Fprintln(&in, most, v)
	}
	in.WriteString(strings.Repeat("1 ", most+1) + "0\n")

	m := &meter{Kernel: kernel.Auto()}
	if err := solve(strings.NewReader(in.String()), io.Discard, Options{Kernel: m}, 4*most); err != nil {
		t.Fatal(err)
	}
	// Level 1 needs no kernel; level 2 has 2300 rows of two values and the huge
	// one.
	for i, want := range [][2]int{{chunk / 2, chunk}, {games - chunk/2, 2*games - chunk}, {1, most}} {
		if i >= len(m.rows) || m.rows[i] != want[0] || m.values[i] != want[1] {
			t.Fatalf("batches of %d rows and %d values; want number %d to be %d", m.rows, m.values, i, want)
		}
	}
	if len(m.rows) != 3 {
		t.Errorf("%d batches, want 3", len(m.rows))
	}
}
