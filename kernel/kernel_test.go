package kernel

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A vertex is a row outside a batch.
type vertex struct {
	k    uint64
	succ []uint64
}

func (v vertex) String() string { return fmt.Sprintf("K=%d %v", v.k, v.succ) }

func batchOf(vertices []vertex) *Batch {
	b := &Batch{}
	for _, v := range vertices {
		b.Add(v.k, v.succ...)
	}
	return b
}

// accepts tells whether a kernel must do a vertex, by its Info and its
// documentation.
func accepts(kn Kernel, v vertex) bool {
	info := kn.Info()
	if info.MaxDegree > 0 && len(v.succ) > info.MaxDegree {
		return false
	}
	limit, limited := valueLimits[info.Name]
	return !limited || !slices.ContainsFunc(v.succ, func(x uint64) bool { return !limit(x) })
}

// valueLimits tells which values a kernel accepts, by the kernel's name.
var valueLimits = map[string]func(uint64) bool{
	"paritysplit": func(x uint64) bool { return x < 1<<26 },
	"unit":        func(x uint64) bool { return bits.OnesCount64(x) <= 1 },
}

// isRefusal tells whether err is a legal error for a row that a kernel does not
// accept.
func isRefusal(err error) bool {
	_, limit := errors.AsType[*LimitError](err)
	_, value := errors.AsType[*ValueError](err)
	return limit || value
}

// checkKernel runs one kernel over the vertices it accepts, as one batch, and
// compares its results with want. It also checks that the kernel refuses the
// others.
func checkKernel(t *testing.T, kn Kernel, ws *Workspace, vertices []vertex, want []uint64) {
	t.Helper()
	var taken []vertex
	var wanted []uint64
	for i, v := range vertices {
		if accepts(kn, v) {
			taken, wanted = append(taken, v), append(wanted, want[i])
			continue
		}
		if err := kn.Mex(ws, batchOf([]vertex{v})); !isRefusal(err) {
			t.Errorf("%v: error %v, want a refusal", v, err)
		}
	}
	b := batchOf(taken)
	for i := range b.Mex {
		b.Mex[i] = 0xdeadbeef // so that a result that is not set shows
	}
	succ, ks := slices.Clone(b.Succ), slices.Clone(b.K)
	if err := kn.Mex(ws, b); err != nil {
		t.Fatalf("%v, about rows that the kernel accepts", err)
	}
	for i, v := range taken {
		if b.Mex[i] != wanted[i] {
			t.Errorf("%v: mex %d, want %d", v, b.Mex[i], wanted[i])
		}
	}
	if !slices.Equal(b.Succ, succ) || !slices.Equal(b.K, ks) {
		t.Error("the kernel changed its input")
	}
}

// TestKernels runs every kernel of this CPU through the same vertices.
func TestKernels(t *testing.T) {
	for _, group := range vertexGroups() {
		t.Run(group.name, func(t *testing.T) {
			want := make([]uint64, len(group.vertices))
			for i, v := range group.vertices {
				want[i] = pickByPick(v.succ, v.k)
			}
			for _, kn := range testedKernels() {
				t.Run(kn.Info().String(), func(t *testing.T) {
					checkKernel(t, kn, &Workspace{}, group.vertices, want)
				})
			}
		})
	}
}

// testedKernels returns all available kernels, and lanes on the generic tier, so
// that a machine without vectors tests lanes too.
func testedKernels() []Kernel {
	single := rowByRow{
		info: Info{Name: "lanes", Tier: Generic},
		row: func(ws *Workspace, succ []uint64, k uint64) (uint64, error) {
			return affineRow(ws, generic, succ, k)
		},
	}
	return append(Available(), &lanes{single, generic, generic, 1, 0})
}

// A vertexGroup is one shape of vertices.
type vertexGroup struct {
	name     string
	vertices []vertex
}

// vertexGroups returns vertices of many shapes, the same in every run.
func vertexGroups() []vertexGroup {
	rng := rand.New(rand.NewPCG(2010, 1149))

	// row draws a row of degree values of the given width. Now and then it has a
	// 0, or a repeated value.
	row := func(degree, width int) []uint64 {
		succ := make([]uint64, degree)
		for i := range succ {
			succ[i] = rng.Uint64() >> (64 - width)
		}
		if rng.IntN(3) == 0 {
			succ[rng.IntN(degree)] = 0
		}
		if rng.IntN(3) == 0 {
			succ[rng.IntN(degree)] = succ[rng.IntN(degree)]
		}
		return succ
	}
	// picks draws a pick count up to a little more than the degree, or a huge one.
	picks := func(degree int) uint64 {
		if rng.IntN(6) == 0 {
			return math.MaxUint64 - rng.Uint64N(1<<rng.IntN(64))
		}
		return rng.Uint64N(uint64(degree) + 3)
	}

	var narrow, wide, small, unitRows []vertex
	for degree := 1; degree <= 12; degree++ {
		for width := 1; width <= 20; width++ {
			narrow = append(narrow, vertex{picks(degree), row(degree, width)})
		}
		wide = append(wide,
			vertex{picks(degree), row(degree, 64)},
			vertex{picks(degree), row(degree, 33)},
			vertex{picks(degree), row(degree, 32)})
	}
	// Small rows with every pick count: most traps are here.
	for degree := 1; degree <= 6; degree++ {
		for k := range uint64(degree) + 3 {
			for width := 1; width <= 4; width++ {
				small = append(small, vertex{k, row(degree, width)})
			}
		}
	}
	for range 150 {
		succ := make([]uint64, 1+rng.IntN(9))
		for i := range succ {
			if rng.IntN(8) != 0 {
				succ[i] = 1 << rng.IntN(1+rng.IntN(8))
			}
		}
		unitRows = append(unitRows, vertex{picks(len(succ)), succ})
	}

	// Full rank and K = rank-1: mexes are largest here. Then the same basis with
	// some sums of its values as further successors.
	var fullRank, dependent []vertex
	for rank := 1; rank <= 11; rank++ {
		for range 4 {
			basis := fullRankRow(rng, rank)
			fullRank = append(fullRank,
				vertex{uint64(rank - 1), append(basis, 0)},
				vertex{uint64(rank - 1), basis})
			for range 1 + rng.IntN(3) {
				x, y, z := rng.IntN(rank), rng.IntN(rank), rng.IntN(rank)
				basis = append(basis, basis[x]^basis[y]^basis[z])
			}
			dependent = append(dependent, vertex{rng.Uint64N(uint64(rank) + 1), basis})
		}
	}

	// More rows than two vectors of sixteen, with leaves in between.
	var leaves []vertex
	for i := range 33 {
		if i%3 == 0 {
			leaves = append(leaves, vertex{rng.Uint64N(9), nil})
		} else {
			leaves = append(leaves, vertex{rng.Uint64N(9), row(1+i%16, 6)})
		}
	}

	// One pick of one value. If its bit gets lost, the value is 0 and the mex 1.
	var oneBit []vertex
	for i := range 64 {
		oneBit = append(oneBit, vertex{1, []uint64{1 << i}}, vertex{1, []uint64{1 << i, 1 << 63}})
	}

	return []vertexGroup{
		{"one-bit", oneBit},
		{"narrow", narrow},
		{"wide", wide},
		{"small", small},
		{"unit", unitRows},
		{"full-rank", fullRank},
		{"dependent", dependent},
		{"leaves", leaves},
		{"degree-16", []vertex{{5, row(16, 9)}, {100, row(16, 9)}, {16, row(16, 10)}}},
	}
}

// fullRankRow draws rank values below 2^rank that span all of them.
func fullRankRow(rng *rand.Rand, rank int) []uint64 {
	basis := make([]uint64, rank)
	for i := range basis {
		basis[i] = 1 << i
	}
	for range 4 * rank {
		// Adding one vector of a basis to another gives a basis again.
		if i, j := rng.IntN(rank), rng.IntN(rank); i != j {
			basis[i] ^= basis[j]
		}
	}
	return basis
}

// TestVertexFile runs the checked vertices of testdata through every kernel that
// accepts them. Kernels with a limited degree enumerate, which is slow: of large
// rows they get a sample.
func TestVertexFile(t *testing.T) {
	const enumerated, sample = 13, 40 // all rows up to this degree; every 40th above it
	vertices, want := readVertices(t, "testdata/vertex.tsv")
	for _, kn := range Available() {
		t.Run(kn.Info().String(), func(t *testing.T) {
			var some []vertex
			var someWant []uint64
			for i, v := range vertices {
				if kn.Info().MaxDegree == 0 || len(v.succ) <= enumerated || i%sample == 0 {
					some, someWant = append(some, v), append(someWant, want[i])
				}
			}
			checkKernel(t, kn, &Workspace{}, some, someWant)
		})
	}
}

// readVertices reads lines K<TAB>v1,v2,...<TAB>mex.
func readVertices(t *testing.T, file string) (vertices []vertex, mex []uint64) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	number := func(s string) uint64 {
		x, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatalf("%s, line %d: %v", file, len(vertices)+1, err)
		}
		return x
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 {
			t.Fatalf("%s, line %d: %d fields, want 3", file, len(vertices)+1, len(fields))
		}
		v := vertex{k: number(fields[0])}
		if fields[1] != "" {
			for _, s := range strings.Split(fields[1], ",") {
				v.succ = append(v.succ, number(s))
			}
		}
		vertices, mex = append(vertices, v), append(mex, number(fields[2]))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(vertices) < 1000 {
		t.Fatalf("%s has %d lines, want at least 1000", file, len(vertices))
	}
	return vertices, mex
}

// TestRegistry checks that Lookup finds every kernel by its name, and that the
// error for an unknown name lists the known ones.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	for _, kn := range Available() {
		name := kn.Info().String()
		if seen[name] {
			t.Errorf("two kernels are called %q", name)
		}
		seen[name] = true
		if got, err := Lookup(name); err != nil || got != kn {
			t.Errorf("Lookup(%q) = %v, %v", name, got, err)
		}
		if kn.Info().Doc == "" {
			t.Errorf("kernel %s has no Doc", name)
		}
	}
	if !seen[Auto().Info().String()] {
		t.Error("auto is not in the registry")
	}
	_, err := Lookup("afine")
	if err == nil || !strings.Contains(err.Error(), `"afine"`) || !strings.Contains(err.Error(), "affine") {
		t.Errorf("Lookup of an unknown name: error %v, want one that lists the names", err)
	}
}
