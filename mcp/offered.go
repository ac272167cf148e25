package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Additional tools of a server with resources or prompts, under names that none of its
// own tools has. They make its other requests as tool calls, which are confirmed,
// bounded, fenced and recorded.
const (
	readResource  = "read_resource"
	listResources = "list_resources"
	getPrompt     = "get_prompt"
)

const (
	// maxListed is how many resources or prompts are listed per server, maxLine how many
	// bytes describe each.
	maxListed = 200
	maxLine   = 300
	// maxArguments is how many arguments of a prompt are listed.
	maxArguments = 20
)

// withOffered adds the tools for a server's resources and prompts.
func withOffered(tools []definition, resources bool, prompts []mcp.Prompt) []definition {
	add := func(name, description, properties string) {
		if slices.ContainsFunc(tools, func(d definition) bool { return d.Name == name }) {
			return
		}
		d := definition{Name: name, Description: description, extra: name, InputSchema: json.RawMessage(`{"type":"object",` + properties + `}`)}
		d.Annotations.ReadOnlyHint = true
		tools = append(slices.Clone(tools), d)
	}
	if resources {
		add(readResource, "Read a resource of this server by its URI.", `"properties":{"uri":{"type":"string","description":"as a result gave it"}},"required":["uri"]`)
		add(listResources, "List the resources of this server, with their URIs.", `"properties":{}`)
	}
	if len(prompts) > 0 {
		add(getPrompt, "Get a prompt of this server, which a request such as /server:name asks for, and go by it. There are:\n"+promptLines(prompts),
			`"properties":{"name":{"type":"string"},"arguments":{"type":"object","additionalProperties":{"type":"string"}}},"required":["name"]`)
		tools[len(tools)-1].prompts = promptsOf(tools[len(tools)-1], prompts)
	}
	return tools
}

// Prompt is a prompt of a server. All of it is the server's text.
type Prompt struct {
	Server, Name, Description string
	Arguments                 []PromptArgument
}

// PromptArgument is an argument of a prompt.
type PromptArgument struct {
	Name     string
	Required bool
}

// promptsOf returns the prompts that a tool gets; none for a tool of the server itself.
func promptsOf(tool definition, listed []mcp.Prompt) []Prompt {
	if tool.extra != getPrompt {
		return nil
	}
	var list []Prompt
	for _, p := range listed[:min(len(listed), maxListed)] {
		one := Prompt{Name: oneLine(p.Name), Description: oneLine(p.Description)}
		for _, a := range p.Arguments[:min(len(p.Arguments), maxArguments)] {
			one.Arguments = append(one.Arguments, PromptArgument{oneLine(a.Name), a.Required})
		}
		list = append(list, one)
	}
	return list
}

// Prompts returns the prompts of servers that are up and whose prompts may be used.
func (h *Host) Prompts() []Prompt {
	var list []Prompt
	for _, s := range h.all() {
		for _, o := range s.offers() {
			if o.disabled || o.problem.Code != "" {
				continue
			}
			for _, p := range o.prompts {
				p.Server = s.cfg.Name
				list = append(list, p)
			}
		}
	}
	return list
}

// Resource is a resource of a server. All of it is the server's text.
type Resource struct {
	Server, Name, Description, URI string
}

// maxURI is the longest URI listed, in bytes. Longer ones are left out: cut, they would
// name another resource.
const maxURI = 2 << 10

// listTime is how long a server may take to list its resources.
const listTime = 5 * time.Second

// Resources returns the resources of servers that are up and whose resources may be read.
// A server that does not answer in time has none.
func (h *Host) Resources(ctx context.Context) []Resource {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	servers := h.all()
	lists := make([][]Resource, len(servers))
	var wg sync.WaitGroup
	for i, s := range servers {
		if c := s.live(); c != nil && s.reader() != "" {
			wg.Go(func() { lists[i] = c.listed(ctx, s.cfg.Name) })
		}
	}
	wg.Wait()
	return slices.Concat(lists...)
}

// reader returns the name of the tool that reads a server's resources; empty if there is
// none or the user switched it off.
func (h *Host) reader(server string) string {
	if s := h.named(server); s != nil {
		return s.reader()
	}
	return ""
}

func (s *server) reader() string {
	for _, o := range s.offers() {
		if o.extra == readResource && !o.disabled && o.problem.Code == "" {
			return o.spec.Name
		}
	}
	return ""
}

// listed returns the resources of a server; none on an error.
func (c *conn) listed(ctx context.Context, server string) []Resource {
	page, err := c.client.ListResourcesByPage(ctx, mcp.ListResourcesRequest{})
	if err != nil {
		return nil
	}
	var list []Resource
	for _, r := range page.Resources[:min(len(page.Resources), maxListed)] {
		if r.URI != "" && len(r.URI) <= maxURI {
			list = append(list, Resource{Server: server, Name: cmp.Or(oneLine(r.Title), oneLine(r.Name)), Description: oneLine(r.Description), URI: r.URI})
		}
	}
	return list
}

// MaxAttached is the most resources that a request may have.
const MaxAttached = 10

// Attached returns the calls that read the resources of a request. Its error is a
// *chat.Failure.
func (h *Host) Attached(list []Resource) ([]chat.ToolCall, error) {
	if len(list) > MaxAttached {
		return nil, &chat.Failure{Class: chat.ErrInvalidArgs, Message: fmt.Sprintf("A request has at most %d resources.", MaxAttached)}
	}
	var calls []chat.ToolCall
	for _, r := range list {
		tool := h.reader(r.Server)
		if tool == "" {
			return nil, &chat.Failure{Class: chat.ErrServerDown, Message: "The server " + r.Server + " is not running."}
		}
		args, err := json.Marshal(map[string]string{"uri": r.URI})
		if err != nil {
			return nil, fmt.Errorf("write the URI of a resource: %w", err)
		}
		calls = append(calls, chat.ToolCall{Name: tool, Args: args})
	}
	return calls, nil
}

// promptLines returns a line per prompt: name, arguments, purpose.
func promptLines(prompts []mcp.Prompt) string {
	var lines []string
	size := 0
	for _, p := range prompts[:min(len(prompts), maxListed)] {
		line := p.Name
		for _, a := range p.Arguments {
			if line += " " + a.Name; !a.Required {
				line += "?"
			}
		}
		if p.Description != "" {
			line += ": " + p.Description
		}
		line = oneLine(line)
		if size += len(line) + 1; size > maxDescription/2 {
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// oneLine returns the first line of a server's text, shortened.
func oneLine(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	return strings.ToValidUTF8(line[:min(len(line), maxLine)], "")
}

// prompts returns the prompts of a server; none on an error.
func (c *conn) prompts(ctx context.Context) []mcp.Prompt {
	if !c.prompting {
		return nil
	}
	page, err := c.client.ListPromptsByPage(ctx, mcp.ListPromptsRequest{})
	if err != nil {
		return nil
	}
	return page.Prompts
}

// extra makes the MCP request behind such a tool.
func (c *call) extra(ctx context.Context, meta *mcp.Meta) (*mcp.CallToolResult, error) {
	result := &mcp.CallToolResult{}
	switch c.asks {
	case listResources:
		page, err := c.conn.client.ListResourcesByPage(ctx, mcp.ListResourcesRequest{})
		if err != nil {
			return nil, err
		}
		for _, r := range page.Resources[:min(len(page.Resources), maxListed)] {
			result.Content = append(result.Content, mcp.NewTextContent(oneLine(r.URI+"  "+r.Name+"  "+r.Description)))
		}
		switch {
		case len(page.Resources) > maxListed || page.NextCursor != "":
			result.Content = append(result.Content, mcp.NewTextContent("There are more than these."))
		case len(page.Resources) == 0:
			result.Content = append(result.Content, mcp.NewTextContent("There are none."))
		}
	case getPrompt:
		var of mcp.GetPromptRequest
		if err := json.Unmarshal(c.args, &of.Params); err != nil { // validated by the schema
			return nil, mcp.ErrInvalidParams
		}
		of.Params.Meta = meta
		got, err := c.conn.client.GetPrompt(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, m := range got.Messages {
			result.Content = append(result.Content, mcp.NewTextContent(string(m.Role)+":"), m.Content)
		}
	default:
		var of mcp.ReadResourceRequest
		if err := json.Unmarshal(c.args, &of.Params); err != nil { // validated by the schema
			return nil, mcp.ErrInvalidParams
		}
		of.Params.Meta = meta
		read, err := c.conn.client.ReadResource(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, contents := range read.Contents {
			result.Content = append(result.Content, mcp.NewEmbeddedResource(contents))
		}
	}
	return result, nil
}
