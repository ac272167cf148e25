package agentcore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/offer"
)

// ToolFindTools is the tool that finds tools.
const ToolFindTools = "find_tools"

// FindTools is a toolbox of one tool, find_tools, which finds tools that a model was not
// told of. Those it finds are offered from the next round on.
type FindTools struct {
	// Live returns the tools that can be called now.
	Live func() []chat.ToolSpec
}

const findToolsSchema = `{"type":"object","properties":{
"query":{"type":"string","description":"what is to be done, in a few words or as the person said it"},
"server":{"type":"string","description":"only tools of this server"}},
"required":["query"],"additionalProperties":false}`

// maxHits is how many tools are found at most.
const maxHits = 8

// foundTools is the data of a result: the names of the tools found.
type foundTools struct {
	Tools []string `json:"tools"`
}

// Specs returns the tool.
func (f FindTools) Specs() []chat.ToolSpec {
	return []chat.ToolSpec{{
		Name:        ToolFindTools,
		Title:       "Find a tool",
		Description: "Find tools that are not listed, by what is to be done. What is found can be called from then on.",
		Parameters:  json.RawMessage(findToolsSchema), Effect: chat.EffectRead, Server: OwnServer, Own: true, Public: true,
	}}
}

// Call finds tools.
func (f FindTools) Call(ctx context.Context, inv chat.Invocation) chat.ToolResult {
	var args struct{ Query, Server string }
	if err := json.Unmarshal(inv.Call.Args, &args); err != nil || strings.TrimSpace(args.Query) == "" {
		return chat.Failed(ToolFindTools, chat.ErrInvalidArgs, "query must say what is to be done.")
	}
	if ctx.Err() != nil {
		return chat.Failed(ToolFindTools, chat.ErrCancelled, "It was cancelled.")
	}
	live, _ := withoutFinder(f.Live())
	hits := offer.NewIndex(live).Search(args.Query, args.Server, maxHits)
	found := foundTools{Tools: []string{}}
	var text strings.Builder
	for _, s := range hits {
		found.Tools = append(found.Tools, s.Name)
		fmt.Fprintf(&text, "%s: %s\n", s.Name, firstSentence(s.Description))
	}
	if len(hits) == 0 {
		text.WriteString("No tool is about that. Say it in other words, or go on without one.")
	}
	data, err := json.Marshal(found)
	if err != nil {
		return chat.Failed(ToolFindTools, chat.ErrExecution, "The tools could not be listed.")
	}
	return chat.ToolResult{OK: true, Tool: ToolFindTools, Text: text.String(), Data: data}
}
