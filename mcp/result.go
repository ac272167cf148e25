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
	"github.com/deskhand/deskhand/mcp/meta"
)

// failed builds a result that tells what failed and what to do next.
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

// unavailable is the result of a call whose server could not be had.
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

// resultOf turns what a server answered into a result. reader is the tool that
// reads its resources; empty when it has none.
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
		r.Failure.Class = kindOf(r.Failure.Message)
	}
	return r
}

// ownFailures are the classes that a server of ours may say. The others are for
// the person, a rule or the host to decide.
var ownFailures = []chat.ErrorType{
	chat.ErrInvalidArgs, chat.ErrPermissionDenied, chat.ErrExecution, chat.ErrTimeout, chat.ErrNetwork,
	chat.ErrBlocked, chat.ErrCancelled, chat.ErrInterrupted,
}

// failureOf returns how a server of ours says that a call failed. Of what another
// server says nothing counts but its words, which are fenced: class, path and
// advice are shown and followed as our own.
func failureOf(s Server, res *mcp.CallToolResult) chat.Failure {
	if !s.Own || res.Meta == nil {
		return chat.Failure{}
	}
	told, _ := meta.FailureIn(res.Meta.AdditionalFields)
	return told
}

// content sorts the parts of an answer: words, structure, pictures. A part that
// nobody here can use is named, and the rest is kept.
func content(res *mcp.CallToolResult, reader string) chat.ToolResult {
	var r chat.ToolResult
	var words []string
	for _, part := range res.Content {
		switch part := part.(type) {
		case mcp.TextContent:
			words = append(words, part.Text)
		case mcp.ImageContent:
			words = taken(&r, words, part.MIMEType, part.Data)
		case mcp.AudioContent:
			words = append(words, leftOutPart("a sound", part.MIMEType))
		case mcp.ResourceLink:
			words = append(words, link(part, reader))
		case mcp.EmbeddedResource:
			switch inner := part.Resource.(type) {
			case mcp.TextResourceContents:
				words = append(words, inner.Text)
			case mcp.BlobResourceContents:
				words = taken(&r, words, inner.MIMEType, inner.Blob)
			}
		}
	}
	r.Text = strings.ToValidUTF8(strings.Join(words, "\n"), "\uFFFD")
	r.Data = structured(res)
	return r
}

// link tells of a resource, and how it can be read.
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

// leftOutPart says which part of an answer is not there.
func leftOutPart(what, kind string) string {
	return fmt.Sprintf("[%s was left out: %.60q]", what, kind)
}

// readable rewrites an answer with parts that the protocol does not know, or that
// lack something, so that the rest can be read: each gives way to a text that names
// it. What is said as data is given apart, as the server sent it: the library would
// decode all of it into values that nobody here looks at.
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
		parts[i], _ = json.Marshal(mcp.NewTextContent(leftOutPart("a part of the answer", kind))) // plain values always encode
		changed = true
	}
	if !changed && data == nil {
		return raw, nil
	}
	if changed {
		answer["content"], _ = json.Marshal(parts)
	}
	rest, err := json.Marshal(answer)
	if err != nil { // what was decoded encodes again
		return raw, nil
	}
	return rest, data
}

// structured keeps the bytes that the server sent: numbers stay exact.
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

// taken adds a picture to a result; what is none, or is not base64, is named.
func taken(r *chat.ToolResult, words []string, mime, data string) []string {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !strings.HasPrefix(mime, "image/") {
		return append(words, leftOutPart("a file", mime))
	}
	r.Blobs = append(r.Blobs, chat.Blob{MIME: mime, Data: raw})
	return words
}

// sentence makes one of what a server answered in place of a result.
func sentence(err error) string {
	const limit = 500
	text := strings.ToValidUTF8(strings.TrimSpace(err.Error()), "\uFFFD")
	if runes := []rune(text); len(runes) > limit {
		text = string(runes[:limit]) + "..."
	}
	return "The server answered: " + text
}
