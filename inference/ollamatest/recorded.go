package ollamatest

import (
	_ "embed"
	"strings"
)

//go:embed recorded.ndjson
var recorded string

// RecordedText is the text of the recorded answer.
const RecordedText = "I look into both folders at once, then I say more."

// Recorded returns a stream of about 2 kB from a real server, with a text and two calls
// of files_list, byte for byte. `make test-ollama` compares it with what a server sends.
func Recorded() string { return recorded }

// Replay answers with a recorded stream.
func Replay(stream string) Turn {
	return Lines(strings.Split(strings.TrimSuffix(stream, "\n"), "\n")...)
}
