//go:build !builtinocr

package builtin

// There is no engine in this build.
var packedCode, packedEnglish []byte
