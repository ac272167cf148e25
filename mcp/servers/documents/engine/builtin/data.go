//go:build builtinocr

package builtin

import _ "embed"

//go:embed data/tesseract-core-simd-lstm.wasm.gz
var packedCode []byte

//go:embed data/eng.traineddata.gz
var packedEnglish []byte
