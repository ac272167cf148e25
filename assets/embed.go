package assets

import "embed"

// Sample is the sample folder, under "sample".
//
//go:embed sample
var Sample embed.FS
