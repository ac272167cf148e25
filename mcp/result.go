package mcp

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/excerpt"
	"github.com/deskhand/deskhand/mcp/meta"
)

// failed returns a result with what failed and what to do next.
func failed(kind chat.ErrorType, message, advice string) chat.ToolResult {
	return chat.Failed("", kind, message).Advised(advice)
}

func cancelled() chat.ToolResult {
	return failed(chat.ErrCancelled, "The call was cancelled.", "")
}

// notFound answers a call of a tool that no live server has.
func notFound(ctx context.Context, name string) chat.ToolResult {
	if ctx.Err() != nil {
		return cancelled()
	}
	return failed(chat.ErrToolNotFound, fmt.Sprintf("There is no tool %.64q.", name), "Use only the listed tools.")
}

// unavailable answers a call whose server could not be reached.
func unavailable(ctx context.Context, server string, err error) chat.ToolResult {
	switch {
	case ctx.Err() != nil:
		return cancelled()
	case errors.Is(err, context.DeadlineExceeded):
		return failed(chat.ErrServerDown, "The server "+server+" did not start in time.", "Go on without it, or try later.")
	case errors.Is(err, ErrQuarantined):
		return failed(chat.ErrServerDown, "The server "+server+" ended too often and is left alone.", "Go on without it.")
	default:
		return failed(chat.ErrServerDown, "The server "+server+" is not running.", "Go on without it.")
	}
}

// resultOf turns a server's answer into a result. reader is the tool that reads its
// resources; empty if it has none.
func resultOf(s Server, reader string, res *mcp.CallToolResult) chat.ToolResult {
	r := content(res, reader)
	if !res.IsError {
		r.OK = true
		return r
	}
	r.Failure = failureOf(s, res)
	for _, words := range []string{r.Text, "The tool failed and did not say why."} {
		r.Failure.Message = cmp.Or(r.Failure.Message, words)
	}
	if !slices.Contains(ownFailures, r.Failure.Class) {
		r.Failure.Class = classify(r.Failure.Message)
	}
	return r
}

// ownFailures are the error types that our own servers may report. The others are decided
// by the user, a rule or the host.
var ownFailures = []chat.ErrorType{
	chat.ErrInvalidArgs, chat.ErrPermissionDenied, chat.ErrExecution, chat.ErrTimeout, chat.ErrNetwork,
	chat.ErrBlocked, chat.ErrCancelled, chat.ErrInterrupted,
}

// failureOf returns the failure that one of our servers reports. For other servers only
// the text counts, which is fenced: type, path and advice would be shown and followed as
// ours.
func failureOf(s Server, res *mcp.CallToolResult) chat.Failure {
	if !s.Own || res.Meta == nil {
		return chat.Failure{}
	}
	told, _ := meta.FailureIn(res.Meta.AdditionalFields)
	return told
}

// content converts the parts of an answer: text, structured data, images. An unsupported
// part is named; the rest is kept.
func content(res *mcp.CallToolResult, reader string) chat.ToolResult {
	var r chat.ToolResult
	var words []string
	for _, part := range res.Content {
		switch part := part.(type) {
		case mcp.TextContent:
			words = append(words, part.Text)
		case mcp.ImageContent:
			words = addImage(&r, words, part.MIMEType, part.Data)
		case mcp.AudioContent:
			words = append(words, leftOutPart("a sound", part.MIMEType))
		case mcp.ResourceLink:
			words = append(words, link(part, reader))
		case mcp.EmbeddedResource:
			switch inner := part.Resource.(type) {
			case mcp.TextResourceContents:
				words = append(words, inner.Text)
			case mcp.BlobResourceContents:
				words = addImage(&r, words, inner.MIMEType, inner.Blob)
			}
		}
	}
	r.Text = strings.ToValidUTF8(strings.Join(words, "\n"), "\uFFFD")
	r.Data = structured(res)
	return r
}

// link describes a resource link and how to read it.
func link(l mcp.ResourceLink, reader string) string {
	words := l.Name + " " + l.URI
	if l.Description != "" {
		words += ": " + l.Description
	}
	if reader != "" {
		words += " (read it with " + reader + ")"
	}
	return words
}

// leftOutPart says which part of an answer was left out.
func leftOutPart(what, kind string) string {
	return fmt.Sprintf("[%s was left out: %.60q]", what, kind)
}

// readable replaces each malformed part, or part of an unknown type, by a text that names
// it, so that the rest can be decoded. Structured data is returned separately as raw
// bytes: the library would decode it into values that nothing uses.
func readable(raw json.RawMessage) (rest, data json.RawMessage) {
	var answer map[string]json.RawMessage
	var parts []json.RawMessage
	if json.Unmarshal(raw, &answer) != nil || answer["content"] == nil || json.Unmarshal(answer["content"], &parts) != nil {
		return raw, nil
	}
	data = answer["structuredContent"]
	delete(answer, "structuredContent")
	changed := false
	for i, part := range parts {
		var fields map[string]any
		if json.Unmarshal(part, &fields) == nil {
			if _, err := mcp.ParseContent(fields); err == nil {
				continue
			}
		}
		kind, _ := fields["type"].(string)
		parts[i], _ = json.Marshal(mcp.NewTextContent(leftOutPart("a part of the answer", kind))) // cannot fail: plain values
		changed = true
	}
	if !changed && data == nil {
		return raw, nil
	}
	if changed {
		answer["content"], _ = json.Marshal(parts)
	}
	rest, err := json.Marshal(answer)
	if err != nil { // cannot fail: it was just decoded
		return raw, nil
	}
	return rest, data
}

// structured returns the raw bytes from the server, so that numbers stay exact.
func structured(res *mcp.CallToolResult) json.RawMessage {
	if len(res.RawStructuredContent) > 0 {
		return res.RawStructuredContent
	}
	if res.StructuredContent == nil {
		return nil
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil
	}
	return raw
}

// addImage adds an image to a result; data that is not a base64 image is named instead.
func addImage(r *chat.ToolResult, words []string, mime, data string) []string {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !strings.HasPrefix(mime, "image/") {
		return append(words, leftOutPart("a file", mime))
	}
	r.Blobs = append(r.Blobs, chat.Blob{MIME: mime, Data: raw})
	return words
}

// sentence turns an error answer into a sentence.
func sentence(err error) string {
	const limit = 500
	text := strings.ToValidUTF8(strings.TrimSpace(err.Error()), "\uFFFD")
	return "The server answered: " + excerpt.Within(text, limit, "...")
}
