//go:build !ocr || !cgo

package main

import (
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/process"
	"github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"
)

// without is the engine of a build that has none.
type without struct{}

func newRecognizer() process.Recognizer { return without{} }

func inventory() wire.Inventory { return wire.Inventory{Languages: []string{}} }

func (without) Recognize(wire.Request, []byte) ([]wire.Word, error) { return nil, process.ErrNoEngine }

func (without) Close() {}
