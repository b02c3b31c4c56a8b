package kernel

import (
	"errors"
	"slices"
	"testing"
)

// TestRowError checks that an error names the first bad row, and that the rows
// before it are done. The bad row's mex is 2^64, which no kernel can do.
func TestRowError(t *testing.T) {
	good := []vertex{{1, []uint64{0, 1}}, {2, nil}, {2, []uint64{1, 2, 4}}}
	bad := vertex{64, powersOfTwo()}
	vertices := append(slices.Clone(good), bad, good[0], bad)
	for _, kn := range Available() {
		t.Run(kn.Info().String(), func(t *testing.T) {
			b := batchOf(vertices)
			err := kn.Mex(&Workspace{}, b)
			row, ok := errors.AsType[*RowError](err)
			if !ok {
				t.Fatalf("error %v, want a *RowError", err)
			}
			if row.Row != len(good) {
				t.Errorf("the error names row %d, want %d", row.Row, len(good))
			}
			if !isRefusal(err) && !errors.Is(err, ErrOverflow) {
				t.Errorf("the error wraps %v, want a limit or ErrOverflow", row.Err)
			}
			for i, v := range good {
				if want := pickByPick(v.succ, v.k); b.Mex[i] != want {
					t.Errorf("row %d, before the bad one: mex %d, want %d", i, b.Mex[i], want)
				}
			}
		})
	}
}

// TestParitysplitBounds checks that paritysplit refuses rows that would take too
// much memory or work, before it asks for the memory.
func TestParitysplitBounds(t *testing.T) {
	row := func(n int) (succ []uint64) {
		for i := range uint64(n) {
			succ = append(succ, 1<<25|i)
		}
		return succ
	}
	paritysplit, err := Lookup("paritysplit")
	if err != nil {
		t.Fatal(err)
	}
	ws := &Workspace{}
	err = paritysplit.Mex(ws, batchOf([]vertex{{500, row(1000)}}))
	if limit, ok := errors.AsType[*LimitError](err); !ok || limit.Got != 501<<20 || limit.Max != maxWords {
		t.Errorf("501 layers of 2^20 words: error %v, want a *LimitError about them", err)
	}
	ws.Budget = 1e6
	err = paritysplit.Mex(ws, batchOf([]vertex{{5000, row(1000)}}))
	if budget, ok := errors.AsType[*BudgetError](err); !ok || *budget != (BudgetError{Degree: 1000, K: 5000, Rank: 10, Budget: 1e6}) {
		t.Errorf("1000 values of 26 bits on a small budget: error %v, want a *BudgetError about them", err)
	}
	if cap(ws.words) > 0 {
		t.Errorf("it allocated %d words before it refused", cap(ws.words))
	}
}

// TestErrorTexts pins the sentences that people read.
func TestErrorTexts(t *testing.T) {
	tests := []struct {
		kernel string
		vertex
		want string
	}{
		{"lowbit", vertex{1, make([]uint64, 40)},
			"row 0: kernel lowbit takes at most 24 successors, not 40 (kernel auto has no such limit)"},
		{"paritysplit", vertex{1, []uint64{1 << 40}},
			"row 0: kernel paritysplit takes at most 26 bits a value, not 41 (kernel auto has no such limit)"},
		{"unit", vertex{1, []uint64{0, 4, 6}},
			"row 0: kernel unit takes 0 and powers of two, not 6 (kernel auto takes any value)"},
		{"auto", vertex{64, powersOfTwo()},
			"row 0: the Grundy value needs more than 64 bits"},
	}
	for _, tt := range tests {
		kn, err := Lookup(tt.kernel)
		if err != nil {
			t.Fatal(err)
		}
		if err := kn.Mex(&Workspace{}, batchOf([]vertex{tt.vertex})); err == nil || err.Error() != tt.want {
			t.Errorf("kernel %s:\n got %v\nwant %s", tt.kernel, err, tt.want)
		}
	}
}
