package gate

import "context"

func (g *gate) countInsns(ctx context.Context, c *contest, p goPackage) error { return nil }
