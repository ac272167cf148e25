package mcp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/mcp/mcptest"
)

func TestWhatAServerOffersBesidesToolsIsListedAndGot(t *testing.T) {
	h := started(t, config(Server{Name: "s", Command: mcptest.Command(mcptest.ModeParts)}))
	if r := h.Call(limited(t), invocation("s_list_resources", `{}`)); !r.OK || r.Text != "note://one one" {
		t.Errorf("the resources are %+v", r)
	}
	if r := h.Call(limited(t), invocation("s_get_prompt", `{"name":"greet","arguments":{"name":"Anna"}}`)); !r.OK || r.Text != "user:\nSay hello to Anna" {
		t.Errorf("the prompt is %+v", r)
	}
	if r := h.Call(limited(t), invocation("s_get_prompt", `{"name":"none"}`)); r.OK {
		t.Errorf("a prompt that is not there is %+v", r)
	}
	if got := h.Prompts(); len(got) != 1 || got[0].Server != "s" || got[0].Name != "greet" || got[0].Description != "Greets somebody." ||
		!slices.Equal(got[0].Arguments, []PromptArgument{{"name", true}}) {
		t.Errorf("its prompts are %+v", got)
	}
	if got := h.Resources(t.Context()); !slices.Equal(got, []Resource{{Server: "s", Name: "one", URI: "note://one"}}) || h.reader("s") != "s_read_resource" {
		t.Errorf("its resources are %+v, read by %q", got, h.reader("s"))
	}
	off := Server{Name: "s", Command: mcptest.Command(mcptest.ModeParts), DisabledTools: []string{"read_resource"}}
	if h := started(t, config(off)); len(h.Resources(t.Context())) > 0 || h.reader("s") != "" {
		t.Errorf("what was switched off is listed: %+v", h.Resources(t.Context()))
	}
	_, o, ok := h.find("s_get_prompt")
	if !ok || o.spec.Effect != chat.EffectUnknown || !strings.Contains(o.spec.Description, "\ngreet name: Greets somebody.") {
		t.Errorf("%v: %+v", ok, o.spec)
	}
	for _, name := range []string{"s_get_prompt", "s_list_resources"} {
		if _, _, ok := started(t, config(well())).find(name); ok {
			t.Errorf("a server without has %s", name)
		}
	}
}

func TestManyPromptsOfAServerAreToldInBounds(t *testing.T) {
	var many []mcp.Prompt
	for i := range 10_000 {
		many = append(many, mcp.Prompt{Name: fmt.Sprint("p", i), Description: strings.Repeat("\u00e4\n", 5000)})
	}
	if got := promptLines(many); len(got) > maxDescription || strings.Count(got, "\n") > maxListed || !strings.HasPrefix(got, "p0: \u00e4 ") {
		t.Errorf("%d bytes: %.80q", len(got), got)
	}
}
