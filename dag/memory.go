package dag

// Make is make([]T, n) for arrays that may be large and are used at random: it
// asks the system for huge pages.
func Make[T any](n int) []T {
	s := make([]T, n)
	advise(s)
	return s
}

// sized returns s, or other memory where its capacity is too small, with length
// n. The contents are unspecified.
func sized(s []uint32, n int) []uint32 {
	if cap(s) < n {
		return Make[uint32](n)
	}
	return s[:n]
}
