package model

import (
	"slices"

	"mexlab/asm"
)

// columns returns n columns for 16 lanes: the first ones are 1, 2, 4, ..., as many as
// rank says, behind a column of 0. All others are 0.
func columns[T uint16 | uint32](n, rank int) []T {
	cols := make([]T, 16*n)
	for i := range 16 * rank {
		cols[16+i] = 1 << (i / 16)
	}
	return cols
}

func eliminateTrials() []trial {
	return append(eliminate("eliminate16", 256, (*asm.Tier).Eliminate16), eliminate("eliminate32", 192, (*asm.Tier).Eliminate32)...)
}

// eliminate has the trials of n columns. With a rank of 8 one pass over the later
// columns is enough, with 16 there are two. Elimination overwrites its columns.
func eliminate[T uint16 | uint32](body string, n int, do func(*asm.Tier, []T, *[16]T, *asm.Lanes[T])) []trial {
	cols, odd, out := make([]T, 16*n), new([16]T), new(asm.Lanes[T])
	job := func(t *asm.Tier, from []T) func() {
		return func() {
			copy(cols, from)
			do(t, cols, odd, out)
		}
	}
	zero := make([]T, 16*n) // stays as it is
	return []trial{
		{body, "later", nil, func(t *asm.Tier) (func(), func()) {
			return job(t, columns[T](n, 8)), job(t, columns[T](n, 16))
		}},
		{body, "look", nil, func(t *asm.Tier) (func(), func()) {
			return func() { do(t, zero[:16*n/2], odd, out) }, func() { do(t, zero, odd, out) }
		}},
	}
}

func coordinateTrials() []trial {
	const most = 128 // columns of a body
	words := make([]uint32, 16*most)
	coordinates := func(label string, lessRank, lessD, lessN, rank, d, n int) trial {
		less, more := columns[uint16](most+1, lessRank)[16:], columns[uint16](most+1, rank)[16:]
		return trial{"coordinates", label, nil, func(t *asm.Tier) (func(), func()) {
			return func() { t.Coordinates(words[:16*lessN], less[:16*lessN], lessD) },
				func() { t.Coordinates(words[:16*n], more[:16*n], d) }
		}}
	}
	return []trial{
		coordinates("passFirst", 8, 8, most/2, 8, 8, most),
		coordinates("passFewFirst", 4, 4, most/2, 4, 4, most),
		coordinates("more", 8, 8, most, 8, 108, most),
		coordinates("passLater", 8, 16, most, 16, 16, most),
		coordinates("passFewLater", 8, 12, most, 12, 12, most),
	}
}

func gatherTrials() []trial {
	const most = 128
	succ, off, rows := make([]uint64, 16*most), make([]uint32, 17), make([]uint32, 16)
	cols := make([]uint16, 16*most)
	gather := func(label string, lessRows, lessN, moreRows, n int) trial {
		job := func(t *asm.Tier, count, n int) func() {
			off := slices.Clone(off)
			for i := range off {
				off[i] = uint32(n * i)
			}
			return func() { t.Gather16(cols[:16*n], succ, off, rows[:count]) }
		}
		return trial{"gather16", label, nil, func(t *asm.Tier) (func(), func()) { return job(t, lessRows, lessN), job(t, moreRows, n) }}
	}
	for i := range rows {
		rows[i] = uint32(i)
	}
	return []trial{
		gather("row", 8, most, 16, most),
		gather("row16", 8, 16, 16, 16),
		gather("row17", 8, 17, 16, 17),
		gather("row8", 8, 8, 16, 8),
		gather("value", 8, 1, 16, 1),
		gather("round", 1, most/2, 1, most),
	}
}

func settleTrials() []trial {
	// Every lane is settled, since it has more picks than its rank.
	k, out := [16]uint16{}, new(asm.Bounded16)
	for i := range k {
		k[i] = 100
	}
	settle := func(label string, lessD, lessWidth, d, width int) trial {
		job := func(t *asm.Tier, d, width int) func() {
			n := d + 1 + width
			cols, words := make([]uint16, 16*n), make([]uint32, 16*n)
			return func() { t.Settle16(cols, words, d, &k, out) }
		}
		return trial{"settle16", label, nil, func(t *asm.Tier) (func(), func()) { return job(t, lessD, lessWidth), job(t, d, width) }}
	}
	return []trial{
		settle("column", 4, 8, 16, 8),
		settle("power", 8, 4, 8, 16),
	}
}
