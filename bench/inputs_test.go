package bench

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"testing"

	"mexlab/bench/generate"
	"mexlab/kernel"
)

// Inputs are the same on every architecture and with every version of Go.
// Otherwise measurements could not be compared. A change of a workload changes its
// sum here.
func TestInputs(t *testing.T) {
	sums := map[string]uint32{}
	for _, w := range append(Workloads(), sweeps()...) {
		b, err := w.Fill()
		if err != nil {
			t.Fatal(err)
		}
		name := cmp.Or(w.Name, w.suite)
		sums[name] = crc32.Update(sums[name], crc32.IEEETable, batchBytes(b))
	}
	for name, spec := range map[string]generate.Spec{"boards": xsy, "graph": deepGraph(10_000), "election": electionOf(20_000, 60_000)} {
		in, err := draw(spec)
		if err != nil {
			t.Fatal(err)
		}
		sums[name] = crc32.ChecksumIEEE(in.text)
	}
	want := map[string]uint32{
		"Degree":      0x45580b28,
		"K":           0x8f036d71,
		"Width":       0x1c0e395d,
		"adversarial": 0xb97b342e,
		"boards":      0x683428a2,
		"election":    0xcb8e81c3,
		"graph":       0x01c8bdac,
		"sample":      0x546a843e,
		"smallk":      0x9088352c,
		"uva":         0xb5e3b024,
		"wide":        0xb226e843,
		"xsy":         0xea5dfe22,
	}
	for name, sum := range sums {
		if sum != want[name] {
			t.Errorf("%q: %#08x, not %#08x", name, sum, want[name])
		}
	}
	if len(sums) != len(want) {
		t.Errorf("%d sums, expected %d", len(sums), len(want))
	}
}

func batchBytes(b *kernel.Batch) []byte {
	var out []byte
	for i, k := range b.K {
		out = binary.LittleEndian.AppendUint64(out, k)
		for _, v := range b.Row(i) {
			out = binary.LittleEndian.AppendUint64(out, v)
		}
		out = append(out, 0xff)
	}
	return out
}

func TestBasis(t *testing.T) {
	rng := newRand(1)
	for rank := 1; rank <= 16; rank++ {
		row := basis(rng, rank)
		sum := uint64(0)
		for _, x := range row {
			sum ^= x
		}
		if len(row) != rank || sum != 1<<rank-1 || !independent(row) {
			t.Errorf("rank %d: %v", rank, row)
		}
	}
	if independent([]uint64{3, 5, 6}) {
		t.Error("3, 5 and 6 count as independent, but 3 ^ 5 ^ 6 is 0")
	}
}

func TestRank(t *testing.T) {
	for _, c := range []struct {
		row  []uint64
		want uint64
	}{
		{[]uint64{5}, 0},
		{[]uint64{5, 5}, 0},
		{[]uint64{0, 1, 2, 3}, 2},
		{[]uint64{8, 9, 10, 11}, 2},
		{[]uint64{0, 1, 2, 4, 7, 8}, 4},
	} {
		if got := rank(c.row, c.row[0]); got != c.want {
			t.Errorf("rank of %d is %d, want %d", c.row, got, c.want)
		}
	}
}

// Every group has a description and a name of its own. The floor is its first case,
// and each case has another name.
func TestGroups(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range Groups() {
		if g.Doc == "" || seen[g.caseName(kernel.Info{})] {
			t.Errorf("group %s/%s: doc %q, or there twice", g.Suite, g.Key, g.Doc)
		}
		seen[g.caseName(kernel.Info{})] = true
		if g.Suite != "Degree" || g.Key[:6] != "deg=9/" {
			continue
		}
		cases, err := g.Cases(new(kernel.Workspace))
		if err != nil {
			t.Fatal(err)
		}
		if want := "Degree/kernel=floor/isa=generic/deg=9/k=uniform/values=8bit"; cases[0].Name != want {
			t.Errorf("the first case is %s, expected %s", cases[0].Name, want)
		}
		names := map[string]bool{}
		for _, c := range cases {
			if names[c.Name] {
				t.Errorf("%s is there twice", c.Name)
			}
			names[c.Name] = true
			if err := c.Run(); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
}

func TestRates(t *testing.T) {
	c := &Case{Vertices: 4, Edges: 8, Bytes: 16}
	got := c.Rates(2)
	want := []Rate{{0.5, "ns/vertex"}, {4e9, "edges/s"}, {8e9, "B/s"}}
	for i, r := range want {
		if i >= len(got) || got[i] != r {
			t.Fatalf("got %v, expected %v", got, want)
		}
	}
}

func TestReadText(t *testing.T) {
	if err := readText([]byte("1 2\n3\n")); err != nil {
		t.Error(err)
	}
	if err := readText([]byte("1 2\nx 3\n")); err == nil {
		t.Error("no error for text that is not numbers")
	}
}
