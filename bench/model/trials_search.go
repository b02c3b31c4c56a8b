package model

import "mexlab/asm"

// A class has the lanes of each kind that Search16 tells apart.
type class struct{ few, some, wide, many uint16 }

// lanes returns 16 rows without extras in which every number up to last can be
// reached. They fit each class, since bits 0 to 7 of a number are its coordinates 8 to
// 15. So a lane may be in several classes, and is then searched several times.
func lanes(c class, last uint16, extras int) *asm.Bounded16 {
	b := &asm.Bounded16{Few: c.few, Some: c.some, Wide: c.wide, Many: c.many}
	for l := range b.Rows {
		row := &b.Rows[l]
		row.K, row.Last = uint16(15-extras), last
		for i := range row.Masks {
			row.Masks[(i+8)%16] = 1 << i
		}
		for i := range extras {
			row.Extras[i] = uint8(extras - i)
		}
	}
	return b
}

func searchTrials() []trial {
	const all, half = 0xffff, 0x00ff
	search := func(less, more *asm.Bounded16) func(t *asm.Tier) (func(), func()) {
		return func(t *asm.Tier) (func(), func()) {
			return func() { t.Search16(less) }, func() { t.Search16(more) }
		}
	}
	first := func(label string, less, more class) trial {
		return trial{"searchFirst", label, nil, search(lanes(less, 255, 0), lanes(more, 255, 0))}
	}
	// Beyond 256, the chunks from 256 to 1023, or to 4095.
	further := func(label, with string, c class) trial {
		return trial{"searchMore", label, []string{with}, search(lanes(c, 1023, 0), lanes(c, 4095, 0))}
	}
	return []trial{
		first("few", class{some: all}, class{few: all, some: all}),
		first("some", class{wide: all}, class{some: all, wide: all}),
		first("wide", class{some: all}, class{some: all, wide: all}),
		first("lane", class{few: half, some: half}, class{few: half, some: all &^ half}),
		further("someChunk", "someOffsets", class{some: all}),
		further("wideChunk", "wideOffsets", class{wide: all}),
		{"searchMore", "extra", nil, search(lanes(class{many: all}, 255, 3), lanes(class{many: all}, 255, 7))},
	}
}
