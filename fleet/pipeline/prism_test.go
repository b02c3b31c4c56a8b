//go:build prism

package pipeline

import _ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

// Prism is the default runner of command fleet. It takes as long to compile as all
// else of Beam that the tests need.
func init() { runner = "prism" }
