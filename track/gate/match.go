package gate

// match brings two listings together: names are the benchmarks that both have, or
// that are told of because of a fault.
func match(before, after *listing) (names []string, faults [][2]*fault, vanished, added []string) {
	row := func(name string, old, new *fault) {
		names = append(names, name)
		faults = append(faults, [2]*fault{old.in(0), new.in(1)})
	}
	for _, name := range before.names {
		old, new := before.faults[name], after.faults[name]
		switch {
		case after.has(name):
			row(name, old, new)
		case old != nil && after.hasBelow(name): // whose rows tell of it
		case after.excuse(name) != nil:
			row(name, old, after.excuse(name))
		case old != nil:
			row(name, old, &fault{kind: absent})
		default:
			vanished = append(vanished, name)
		}
	}
	for _, name := range after.names {
		new := after.faults[name]
		switch {
		case before.has(name) || new != nil && before.hasBelow(name):
		case before.excuse(name) != nil:
			row(name, before.excuse(name), new)
		case new != nil:
			row(name, &fault{kind: absent}, new)
		default:
			added = append(added, name)
		}
	}
	return names, faults, vanished, added
}
