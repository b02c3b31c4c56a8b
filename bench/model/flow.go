package model

import "slices"

// A step is an instruction as a place that control passes through.
type step struct {
	target int  // the step that it jumps to, -1 if it jumps to none of the body
	stops  bool // it does not go on to the next step
}

// A cycle is a natural loop: it is entered at its head only, so that each
// iteration passes the head.
type cycle struct {
	head, top int   // top is the first step in memory; others may be out of line
	body      []int // in order, the head and top included
}

// cycles returns the loops of a body of code that is entered at step 0, by top.
//
// An edge closes a loop if every way to where it starts passes where it leads.
// That is so if nothing reaches its start without its end. Jumps back to what is
// shared by several ways, such as an epilogue, are no loops by this rule.
func cycles(code []step) []cycle {
	from := make([][]int, len(code))
	for i := range code {
		for _, j := range following(code, i) {
			from[j] = append(from[j], i)
		}
	}
	live := reach(code, -1)
	var all []cycle
	for head := range code {
		if !live[head] || len(from[head]) == 0 {
			continue
		}
		without := reach(code, head)
		var latches []int
		for _, i := range from[head] {
			if live[i] && !without[i] {
				latches = append(latches, i)
			}
		}
		if latches != nil {
			body := bodyOf(from, head, latches)
			all = append(all, cycle{head, body[0], body})
		}
	}
	slices.SortStableFunc(all, func(a, b cycle) int { return a.top - b.top })
	return all
}

// following returns the steps that may be next after step i.
func following(code []step, i int) []int {
	var next []int
	if t := code[i].target; t >= 0 {
		next = append(next, t)
	}
	if !code[i].stops && i+1 < len(code) {
		next = append(next, i+1)
	}
	return next
}

// reach returns which steps can be reached from step 0 without passing one of them.
func reach(code []step, without int) []bool {
	reached := make([]bool, len(code))
	todo := []int{0}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if i != without && i < len(code) && !reached[i] {
			reached[i] = true
			todo = append(todo, following(code, i)...)
		}
	}
	return reached
}

// bodyOf returns the steps from which control gets to a latch without passing the head.
func bodyOf(from [][]int, head int, latches []int) []int {
	body := []int{head}
	for len(latches) > 0 {
		i := latches[len(latches)-1]
		latches = latches[:len(latches)-1]
		if !slices.Contains(body, i) {
			body = append(body, i)
			latches = append(latches, from[i]...)
		}
	}
	slices.Sort(body)
	return body
}
