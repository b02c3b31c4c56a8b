package dag

// Make is make([]T, n) for arrays that may be large and are used at random: it
// asks the system for huge pages.
func Make[T any](n int) []T {
	s := make([]T, n)
	advise(s)
	return s
}
