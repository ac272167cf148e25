package ollama

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
)

func TestToolDefinitionsReachTheServerWhateverTheirSchema(t *testing.T) {
	rows := []struct{ what, schema, want string }{
		{"a plain one", `{"type":"object","properties":{"path":{"type":"string","description":"where"}},"required":["path"]}`, `"parameters":{"type":"object","required":["path"],"properties":{"path":{"type":"string","description":"where"}}}`},
		{"nested objects", `{"type":"object","properties":{"moves":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"}}}}}}`, `"items":{"properties":{"from":{"type":"string"}},"type":"object"}`},
		{"several types", `{"type":"object","properties":{"a":{"type":["string","null"]}}}`, `"a":{"type":["string","null"]}`},
		{"a property that is just true", `{"type":"object","properties":{"b":true,"a":{"type":"string"}},"required":["b"]}`, `"required":["b"],"properties":{"a":{"type":"string"},"b":{}}`},
		{"an object in an object", `{"type":"object","properties":{"o":{"type":"object","description":"an order","properties":{"p":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}},"required":["p"]}}}`, `"o":{"type":"object","description":"an order Required: p.","properties":{"p":{"type":"object","description":"Required: x.","properties":{"x":{"type":"string"}}}}}`},
		{"one of two sets", `{"type":"object","properties":{"url":{"type":"string"},"id":{"type":"string"}},"anyOf":[{"required":["url"]},{"required":["id"]}]}`, `"description":"d Arguments: either url, or id."`},
		{"nothing in it", `{}`, `"parameters":{"type":"object","properties":{}}`},
		{"none at all", ``, `"parameters":{"type":"object","properties":{}}`},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) {
			list, err := tools([]chat.ToolSpec{{Name: "f", Description: "d", Parameters: json.RawMessage(row.schema)}})
			if err != nil {
				t.Fatal(err)
			}
			sent, err := json.Marshal(list)
			if err != nil || !strings.Contains(string(sent), row.want) {
				t.Errorf("sent %s, %v", sent, err)
			}
		})
	}
}

func TestADefinitionThatIsNoSchemaIsAnError(t *testing.T) {
	if list, err := tools([]chat.ToolSpec{{Name: "f", Parameters: json.RawMessage(`"text"`)}}); err == nil {
		t.Errorf("got %v", list)
	}
}

func TestPicturesGoToTheModel(t *testing.T) {
	sent, err := json.Marshal(messages([]chat.Message{{Role: chat.RoleUser, Text: "What is this?", Images: [][]byte{{1, 2, 3}}}}))
	if err != nil || !strings.Contains(string(sent), `"images":["AQID"]`) {
		t.Errorf("sent %s, %v", sent, err)
	}
}
