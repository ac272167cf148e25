package worker

import (
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/mcp/servers/documents/pdftest"
)

// bomb is a page that would draw for hours: each form draws the next one many
// times.
func bomb() []byte {
	forms := make([]string, 12)
	for i := range forms {
		forms[i] = strings.Repeat(fmt.Sprintf("/X%d Do ", i+1), 60)
	}
	forms[len(forms)-1] = "0 0 300 400 re f 10 10 m 200 300 l S"
	return pdftest.Page("/X0 Do", forms...)
}
