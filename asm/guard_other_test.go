//go:build !unix

package asm

import "testing"

// guardedPage returns a page, without guards on this system.
func guardedPage(*testing.T) []byte { return make([]byte, pageSize) }
