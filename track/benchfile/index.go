package benchfile

// An index finds numbers by the hash of what they stand for, which it leaves to
// its user. It is a hash table with open addressing, of 8 to 16 bytes a number
// where a map of names takes 60.
type index struct {
	slots []slot // a power of two of them, at most half of them taken
	taken int
}

// A slot has a number, plus 1; 0 is an empty one.
type slot struct {
	hash   uint32
	number int32
}

// find returns the number with this hash that is the one, if there is one.
func (x *index) find(hash uint32, is func(number int32) bool) (int32, bool) {
	if x.taken == 0 {
		return 0, false
	}
	mask := uint32(len(x.slots) - 1)
	for i := hash & mask; x.slots[i].number > 0; i = (i + 1) & mask {
		if s := x.slots[i]; s.hash == hash && is(s.number-1) {
			return s.number - 1, true
		}
	}
	return 0, false
}

// add adds a number that is not there.
func (x *index) add(hash uint32, number int32) {
	if 2*x.taken >= len(x.slots) {
		old := x.slots
		x.slots = make([]slot, max(16, 2*len(old)))
		for _, s := range old {
			if s.number > 0 {
				x.put(s)
			}
		}
	}
	x.put(slot{hash, number + 1})
	x.taken++
}

func (x *index) put(s slot) {
	mask := uint32(len(x.slots) - 1)
	i := s.hash & mask
	for x.slots[i].number > 0 {
		i = (i + 1) & mask
	}
	x.slots[i] = s
}
