package openai

import (
	"encoding/base64"
	"encoding/json"
	"net/http"

	wire "github.com/sashabaranov/go-openai"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/toolcall"
)

// coldest replaces a temperature of 0, which the protocol's type would omit. With a much
// smaller value the runner of Ollama crashes.
const coldest = 1e-3

// request returns the body to send.
func request(req chat.Request, s backend.Setting) wire.ChatCompletionRequest {
	asked := req.Messages
	if s.TextCalls {
		asked = toolcall.InText(req.Messages, req.Tools)
	}
	body := wire.ChatCompletionRequest{
		Model: req.Model, Messages: messages(asked),
		MaxTokens: req.Reserve, //nolint:staticcheck // the newer name is not known to llama.cpp, LocalAI and Ollama
		Stream:    true, StreamOptions: &wire.StreamOptions{IncludeUsage: true},
	}
	if s.Temperature != nil {
		body.Temperature = max(float32(*s.Temperature), coldest)
	}
	if len(req.Format) > 0 {
		body.ResponseFormat = &wire.ChatCompletionResponseFormat{
			Type:       wire.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &wire.ChatCompletionResponseFormatJSONSchema{Name: "answer", Schema: req.Format, Strict: true},
		}
	}
	switch req.Think {
	case chat.ThinkDefault:
	case chat.ThinkOn, chat.ThinkOff:
		body.ChatTemplateKwargs = map[string]any{"enable_thinking": req.Think == chat.ThinkOn}
	default:
		body.ReasoningEffort = string(req.Think)
	}
	if s.TextCalls {
		return body
	}
	for _, t := range req.Tools {
		parameters := t.Parameters
		if len(parameters) == 0 {
			parameters = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		body.Tools = append(body.Tools, wire.Tool{
			Type: wire.ToolTypeFunction, Function: &wire.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: parameters},
		})
	}
	return body
}

// messages converts a conversation. A tool result cannot hold images, and nothing may
// stand between results, so that images follow in a message of their own.
func messages(list []chat.Message) []wire.ChatCompletionMessage {
	var out []wire.ChatCompletionMessage
	var pictures [][]byte
	flush := func() {
		if len(pictures) > 0 {
			out = append(out, pictured(wire.ChatMessageRoleUser, "The pictures of these results:", pictures))
			pictures = nil
		}
	}
	for _, m := range list {
		if m.Role != chat.RoleTool {
			flush()
		}
		w := wire.ChatCompletionMessage{Role: string(m.Role), Content: m.Text}
		switch {
		case m.Role == chat.RoleTool:
			w.ToolCallID = m.CallID
			pictures = append(pictures, m.Images...)
		case len(m.Images) > 0:
			w = pictured(string(m.Role), m.Text, m.Images)
		case len(m.Calls) > 0:
			w.ReasoningContent = m.Thinking
		}
		for _, c := range m.Calls {
			args := c.Args
			if !json.Valid(args) {
				args = json.RawMessage("{}")
			}
			w.ToolCalls = append(w.ToolCalls, wire.ToolCall{
				ID: c.ID, Type: wire.ToolTypeFunction, Function: wire.FunctionCall{Name: c.Name, Arguments: string(args)},
			})
		}
		out = append(out, w)
	}
	flush()
	return out
}

// pictured returns a message with images.
func pictured(role, text string, pictures [][]byte) wire.ChatCompletionMessage {
	parts := []wire.ChatMessagePart{{Type: wire.ChatMessagePartTypeText, Text: text}}
	for _, p := range pictures {
		address := "data:" + http.DetectContentType(p) + ";base64," + base64.StdEncoding.EncodeToString(p)
		parts = append(parts, wire.ChatMessagePart{Type: wire.ChatMessagePartTypeImageURL, ImageURL: &wire.ChatMessageImageURL{URL: address}})
	}
	return wire.ChatCompletionMessage{Role: role, MultiContent: parts}
}
