package fonts

import (
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
)

//go:embed Inter-Regular.otf.gz
var regular string

//go:embed Inter-SemiBold.otf.gz
var semiBold string

// Regular returns Inter Regular, for running text.
var Regular = sync.OnceValue(func() []byte { return unpacked(regular) })

// SemiBold returns Inter SemiBold, for headings and whatever counts.
var SemiBold = sync.OnceValue(func() []byte { return unpacked(semiBold) })

// unpacked returns a font that is built in; one that is damaged cannot be.
func unpacked(font string) []byte {
	r, err := gzip.NewReader(strings.NewReader(font))
	if err != nil {
		panic(err)
	}
	all, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return all
}
