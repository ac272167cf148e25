package fonts

import _ "embed"

// Regular is Inter Regular, for running text.
//
//go:embed Inter-Regular.otf
var Regular []byte

// SemiBold is Inter SemiBold, for headings and whatever counts.
//
//go:embed Inter-SemiBold.otf
var SemiBold []byte
