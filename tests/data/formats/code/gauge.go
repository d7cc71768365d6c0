// Package tides reads gauges.
package tides

import (
	"fmt"
	"os"
)

const Period = 12.42

// Gauge is one gauge.
type Gauge struct {
	depth int
	name  string
}

type (
	// Reader reads.
	Reader interface {
		Read() error
	}
	Hour = int
)

// Read reads the gauge.
func (g *Gauge) Read() error {
	if g.depth > 0 {
		fmt.Println("deep")
	}
	return nil
}

func main() {
	var g Gauge
	g.Read()
	os.Exit(1)
}
