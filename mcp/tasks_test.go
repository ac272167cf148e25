package mcp

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/deskhand/deskhand/agentcore/wire/entry"
)

func TestAToolThatRunsOnlyAsATaskIsNotOffered(t *testing.T) {
	for support, offered := range map[string]bool{"required": false, "optional": true, "forbidden": true, "": true} {
		d := define(json.RawMessage(fmt.Sprintf(`{"name":"long","inputSchema":{"type":"object"},"execution":{"taskSupport":%q}}`, support)))
		if (d.problem.Code == "") != offered || !offered && d.problem.Code != entry.ToolTask {
			t.Errorf("%q: %+v", support, d.problem)
		}
	}
}
