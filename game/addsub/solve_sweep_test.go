package addsub

import (
	"fmt"
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

// The levels of games that are swept together are solved together, in batches. A
// row larger than a batch is a batch of its own.
func TestBatches(t *testing.T) {
	const rows, most = 3000, 2 * batchSize
	var in strings.Builder
	in.WriteString("4\n")
	fmt.Fprintln(&in, rows+2, 2*rows+1)
	fmt.Fprintln(&in, 1, 0)
	for u := range rows {
		fmt.Fprintln(&in, u+2, 0, u+2, 1)
	}
	in.WriteString(strings.Repeat("1 ", rows+2) + "0\n")
	for range 2 {
		in.WriteString("3 3\n0 1\n0 2\n1 2\n1 1 1\n0\n")
	}
	fmt.Fprintln(&in, most+1, most+1)
	fmt.Fprintln(&in, 1, 0)
	for v := range most {
		fmt.Fprintln(&in, most, v)
	}
	in.WriteString(strings.Repeat("1 ", most+1) + "0\n")

	m := &meter{Kernel: kernel.Auto()}
	solved(t, in.String(), Options{Kernel: m})
	// Level 1 needs no kernel. On level 2 the first game has rows for two batches,
	// and the others have two small rows and the huge one.
	want := [][2]int{{batchSize / 2, batchSize}, {rows - batchSize/2, 2*rows - batchSize}, {2, 4}, {1, most}}
	for i, want := range want {
		if i >= len(m.rows) || m.rows[i] != want[0] || m.values[i] != want[1] {
			t.Fatalf("batches of %d rows and %d values; want number %d to be %d", m.rows, m.values, i, want)
		}
	}
	if len(m.rows) != len(want) {
		t.Errorf("%d batches, want %d", len(m.rows), len(want))
	}
}
