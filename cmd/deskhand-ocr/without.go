//go:build !ocr || !cgo

package main

import "github.com/deskhand/deskhand/mcp/servers/documents/engine/wire"

// without is the engine of a build that has none.
type without struct{}

func newRecognizer() recognizer { return without{} }

func inventory() wire.Inventory { return wire.Inventory{Languages: []string{}} }

func (without) recognize(wire.Request, []byte) ([]wire.Word, error) { return nil, errNoEngine }

func (without) close() {}
