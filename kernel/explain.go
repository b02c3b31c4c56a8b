package kernel

import "errors"

// An Explanation says what decides the mex of a vertex, and what kernel auto did
// to find it: why it was fast or slow.
type Explanation struct {
	Degree int    `json:"degree"` // successors
	Rank   int    `json:"rank"`   // of their values, see newAffine
	Extras int    `json:"extras"` // values beyond a basis, which make a search longer
	K      uint64 `json:"k"`      // picks

	// Class is the first of these that fits:
	//
	//	leaf               no successor: 0
	//	units              values 0 and powers of two: a closed form of their OR
	//	K = 0              only the empty sum: 1
	//	K = 1              the least number that is not a value
	//	outside the span   K is odd, and 0 is the sum of no odd number of values: 0
	//	K >= rank          the lowest power of two that the span lacks
	//	K = rank-1         at most one number of the span is not reachable
	//	K < rank-1         it takes a search
	Class string `json:"class"`

	// Way is what auto did in the end: "no move", "closed form", "elimination", or
	// the name of a search. It is "over the budget" if no search was within it.
	Way string `json:"way"`

	// Tried is how far a search had to look: how many numbers it tried from 0 on,
	// the words in a bitset, or the sums out of reach that it listed. It is 0
	// without a search.
	Tried uint64 `json:"tried"`

	Mex uint64 `json:"mex"` // 0 with an error

	// InOrder tells that the work on the vertex depends on those that the workspace
	// saw before. Alone, or in another order, the vertex takes much longer.
	InOrder bool `json:"-"`
}

// An Explainer is an optional interface of a Kernel that chooses between ways.
// Kernel auto has it. Explain does one vertex as Mex does it among many, and says
// how. Its error is that of the vertex; all but the mex is then explained, too.
type Explainer interface {
	Explain(ws *Workspace, succ []uint64, k uint64) (Explanation, error)
}

// Explain explains what Auto does with a vertex. See Explainer.
func Explain(ws *Workspace, succ []uint64, k uint64) (Explanation, error) {
	return auto.(Explainer).Explain(ws, succ, k)
}

// Explain implements Explainer. The class is a matter of mathematics. The way is
// not worked out here: the vertex is done, and what it leaves in the workspace
// tells which search it was.
func (a *autoKernel) Explain(ws *Workspace, succ []uint64, k uint64) (Explanation, error) {
	x := Explanation{Degree: len(succ), K: k}
	end := x.classify(ws, succ)
	ws.row.found = notSearched
	b := Batch{Off: []uint32{0, uint32(len(succ))}, Succ: succ, K: []uint64{k}, Mex: make([]uint64, 1)}
	one := *a
	if one.minRows < noLanes {
		one.minRows, one.tiny = 1, 0 // as if other rows were in the other lanes
	}
	err := one.Mex(ws, &b)
	if row, ok := errors.AsType[*RowError](err); ok {
		err = row.Err
	}
	if err == nil {
		x.Mex = b.Mex[0]
	}
	if _, ok := errors.AsType[*BudgetError](err); ok {
		x.Way = "over the budget"
	} else if found := ws.row.found; found != notSearched && (found != byScan || x.Class == "K < rank-1") {
		// 0 and 1 may be tried in a lane before it is known whether that is a search.
		x.Way = found.String()
		x.Tried = found.tried(&x, &ws.row, end)
		x.InOrder = found == byGrowing
	}
	return x, err
}

// classify sets what can be told without a search: rank, extras, the class, and
// the way that it takes. It returns 2^t, which the mex of a bounded row does not
// exceed.
func (x *Explanation) classify(ws *Workspace, succ []uint64) (end uint64) {
	if len(succ) == 0 {
		x.Class, x.Way = "leaf", "no move"
		return 0
	}
	at, _ := translation(succ)
	b := &ws.row
	b.load(generic, succ, int(min(x.K, 64)|x.K&1), at)
	b.distinctExtras(ws)
	inside := b.locate()
	x.Rank, x.Extras = b.rank, len(b.extras)
	_, _, units := readUnits(succ)
	x.Way = "closed form"
	switch {
	case units:
		x.Class = "units"
	case x.K == 0:
		x.Class = "K = 0"
	case x.K == 1:
		x.Class = "K = 1"
	case !inside:
		x.Class, x.Way = "outside the span", "elimination"
	case b.k >= b.rank:
		x.Class, x.Way = "K >= rank", "elimination"
	case b.k == b.rank-1:
		x.Class = "K = rank-1"
	default:
		x.Class = "K < rank-1"
	}
	return b.end()
}

// tried returns how far a search of b looked that found x.Mex, which is at most end.
func (s search) tried(x *Explanation, b *boundedRow, end uint64) uint64 {
	switch s {
	case byScan, byMeeting, byChunks, byGrowing:
		return min(x.Mex, end-1) + 1
	case byClosure, byDilation:
		return 1 << x.Rank
	case byQuotient:
		return 1 << (x.Rank - b.without)
	case byComplements:
		return countSubsets(x.Rank, x.Rank-int(x.K)-1)
	case byTable:
		return 1 << x.Degree
	}
	return 0
}
