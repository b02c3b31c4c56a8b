package wide

import "math/big"

// A row is the successors' values of a vertex after translation by one of them, v0,
// as in package kernel: what K picks reach is c plus what at most K elements of G
// reach, with c = v0 if K is odd, and 0 if it is even.
//
// The first independent elements of G are a basis. A word says which of its members
// add up to an element of the span.
type row struct {
	k  int // at most the number of elements of G: there are no larger sets of them
	v0 big.Int
	at int // the place of v0 in the row
	c  big.Int

	members []*big.Int // of the basis
	extras  []extra    // the other elements of G, each once
	places  []int      // in the row, of the members and then of the extras

	echelon []*vector // by leading bit; nil where there is none
}

// An extra is an element of G that the basis spans.
type extra struct{ value, word *big.Int }

// A vector is a row of the basis in echelon form.
type vector struct{ value, word *big.Int }

func load(succ []*big.Int, k uint64) *row {
	r := new(row)
	width := 0
	for i, v := range succ {
		if v.Sign() == 0 {
			r.at = i
		}
		width = max(width, v.BitLen())
	}
	r.v0.Set(succ[r.at])
	if k&1 == 1 {
		r.c.Set(&r.v0)
	}
	r.echelon = make([]*vector, width)
	var extraPlaces []int
	seen := map[string]bool{"": true} // 0 is no element
	for i, v := range succ {
		x := new(big.Int).Xor(v, &r.v0)
		if key := string(x.Bytes()); !seen[key] {
			seen[key] = true
			if word := r.insert(x); word != nil {
				r.extras = append(r.extras, extra{x, word})
				extraPlaces = append(extraPlaces, i)
			} else {
				r.members = append(r.members, x)
				r.places = append(r.places, i)
			}
		}
	}
	r.places = append(r.places, extraPlaces...)
	r.k = int(min(k, uint64(len(r.places))))
	return r
}

// insert makes x the next member of the basis, or returns its word if it is in the span.
func (r *row) insert(x *big.Int) (word *big.Int) {
	rest, word := r.reduce(x)
	if rest.Sign() == 0 {
		return word
	}
	word.SetBit(word, len(r.members), 1)
	r.echelon[rest.BitLen()-1] = &vector{rest, word}
	return nil
}

// reduce subtracts vectors from x until its leading bit has none. The rest is 0 if x
// is in the span, and word is then what x is made of.
func (r *row) reduce(x *big.Int) (rest, word *big.Int) {
	rest, word = new(big.Int).Set(x), new(big.Int)
	for n := rest.BitLen(); n > 0; n = rest.BitLen() {
		v := (*vector)(nil)
		if n <= len(r.echelon) {
			v = r.echelon[n-1]
		}
		if v == nil {
			break
		}
		rest.Xor(rest, v.value)
		word.Xor(word, v.word)
	}
	return rest, word
}

func (r *row) rank() int { return len(r.members) }

// low returns the number t of consecutive pivots at bits 0, 1, 2, ...: every number
// below 2^t is in the span, and 2^t is not.
func (r *row) low() int {
	t := 0
	for t < len(r.echelon) && r.echelon[t] != nil {
		t++
	}
	return t
}

// squeeze returns the bits of x at the pivots, if these are at most 64. They are all 0
// for no element of the span but 0, since the leading bit of any other is a pivot.
func (r *row) squeeze(x *big.Int) (word uint64) {
	n := 0
	for bit, v := range r.echelon {
		if v != nil {
			word |= uint64(x.Bit(bit)) << n
			n++
		}
	}
	return word
}

// words returns v0 and the elements of G, translated by c and v0, as words. K picks of
// them have the same XORs as K picks of the row.
func (r *row) words() []uint64 {
	var shift, x big.Int
	shift.Set(&r.c)
	list := []uint64{r.squeeze(&shift)}
	for _, m := range r.members {
		list = append(list, r.squeeze(x.Xor(m, &shift)))
	}
	for _, e := range r.extras {
		list = append(list, r.squeeze(x.Xor(e.value, &shift)))
	}
	return list
}
