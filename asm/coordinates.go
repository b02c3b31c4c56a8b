package asm

// coordinates is the twin of Coordinates. As in eliminate, the pivot p of a lane
// is the greatest of its numbers. It gets a new coordinate, which makes p^bit
// the row that clears p's leading bit, together with the words in the low
// halves; the number that was p is left with that coordinate alone.
func coordinates(cols []uint32, d int) {
	checkCoordinates(len(cols), d)
	for lane := range 16 {
		for bit := uint32(1); ; bit <<= 1 {
			p := uint32(0)
			for i := lane; i < 16*d; i += 16 {
				p = max(p, cols[i])
			}
			if p>>16 == 0 {
				break
			}
			p ^= bit
			for i := lane; i < len(cols); i += 16 {
				cols[i] = min(cols[i], cols[i]^p)
			}
		}
	}
}
