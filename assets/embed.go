package assets

import "embed"

// Sample is the sample folder, under "sample".
//
//go:embed sample
var Sample embed.FS

// Notices are the licences of all that the programs link or embed.
//
//go:embed licences/THIRD_PARTY_NOTICES
var Notices string

// Icon is the program's icon, a PNG of 512 × 512 pixels.
//
//go:embed icon.png
var Icon []byte
