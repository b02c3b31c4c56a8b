package dag

// Order returns the vertices with every one after all its successors. The
// error is a *CycleError when no such order exists.
func (g *Graph) Order() ([]uint32, error) { return g.OrderIn(nil) }

// OrderIn is Order in the memory of order, or in other memory when its capacity
// is below Len.
func (g *Graph) OrderIn(order []uint32) ([]uint32, error) {
	n := g.Len()
	if cap(order) < n {
		order = Make[uint32](n)
	}
	order = order[:n]
	switch {
	case g.down:
		for i := range order {
			order[i] = uint32(i)
		}
	case g.up:
		for i := range order {
			order[i] = uint32(n - 1 - i)
		}
	default:
		if _, err := g.kahn(order); err != nil {
			return nil, err
		}
	}
	return order, nil
}
