//go:build builtinocr

package builtin

import _ "embed"

//go:embed data/tesseract-core-simd-lstm.wasm
var code []byte

//go:embed data/eng.traineddata
var english []byte
