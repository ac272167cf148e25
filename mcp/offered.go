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

// The tools that a server with resources or prompts has as well, each under a name
// that none of its own has. They make its other requests, so that these are asked
// about, bounded, fenced and recorded as calls are.
const (
	readResource  = "read_resource"
	listResources = "list_resources"
	getPrompt     = "get_prompt"
)

const (
	// mostListed is how many resources or prompts of a server are listed, and
	// mostSaid how many bytes are said of each.
	mostListed = 200
	mostSaid   = 300
	// mostArguments is how many arguments of a prompt are told.
	mostArguments = 20
)

// withOffered adds the tools for what a server offers besides tools.
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

// Prompt is what a server has ready to be asked for by its name. All of it is the
// server's word.
type Prompt struct {
	Server, Name, Description string
	Arguments                 []PromptArgument
}

// PromptArgument is what a prompt is told.
type PromptArgument struct {
	Name     string
	Required bool
}

// promptsOf are the prompts that a tool gets; none where it is the server's own.
func promptsOf(tool definition, listed []mcp.Prompt) []Prompt {
	if tool.extra != getPrompt {
		return nil
	}
	var list []Prompt
	for _, p := range listed[:min(len(listed), mostListed)] {
		one := Prompt{Name: said(p.Name), Description: said(p.Description)}
		for _, a := range p.Arguments[:min(len(p.Arguments), mostArguments)] {
			one.Arguments = append(one.Arguments, PromptArgument{said(a.Name), a.Required})
		}
		list = append(list, one)
	}
	return list
}

// Prompts lists the prompts of the servers that are up and may give them.
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

// Resource is what a server has to be read. All of it is the server's word.
type Resource struct {
	Server, Name, Description, URI string
}

// maxURI is the longest URI of a resource that is listed, in bytes: a cut one would
// be that of another.
const maxURI = 2 << 10

// listTime is how long a server may take to list its resources.
const listTime = 5 * time.Second

// Resources lists the resources of the servers that are up and may be read. One that
// does not answer in time has none.
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

// reader names the tool that reads the resources of a server; empty where it has
// none, or where the person switched it off.
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

// listed are the resources of a server; none where it does not tell.
func (c *conn) listed(ctx context.Context, server string) []Resource {
	page, err := c.client.ListResourcesByPage(ctx, mcp.ListResourcesRequest{})
	if err != nil {
		return nil
	}
	var list []Resource
	for _, r := range page.Resources[:min(len(page.Resources), mostListed)] {
		if r.URI != "" && len(r.URI) <= maxURI {
			list = append(list, Resource{Server: server, Name: cmp.Or(said(r.Title), said(r.Name)), Description: said(r.Description), URI: r.URI})
		}
	}
	return list
}

// MostAttached is how many resources a request has at most.
const MostAttached = 10

// Attached are the calls that read the resources of a request. It fails with a
// *chat.Failure.
func (h *Host) Attached(list []Resource) ([]chat.ToolCall, error) {
	if len(list) > MostAttached {
		return nil, &chat.Failure{Class: chat.ErrInvalidArgs, Message: fmt.Sprintf("A request has at most %d resources.", MostAttached)}
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

// promptLines tell of each prompt in a line: its name, its arguments, what it is for.
func promptLines(prompts []mcp.Prompt) string {
	var lines []string
	size := 0
	for _, p := range prompts[:min(len(prompts), mostListed)] {
		line := p.Name
		for _, a := range p.Arguments {
			if line += " " + a.Name; !a.Required {
				line += "?"
			}
		}
		if p.Description != "" {
			line += ": " + p.Description
		}
		line = said(line)
		if size += len(line) + 1; size > maxDescription/2 {
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// said is a line of a server, shortened.
func said(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	return strings.ToValidUTF8(line[:min(len(line), mostSaid)], "")
}

// prompts lists the prompts of a server that has some; one that does not tell has
// none.
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

// extra makes the request that such a tool stands for.
func (c *call) extra(ctx context.Context, meta *mcp.Meta) (*mcp.CallToolResult, error) {
	result := &mcp.CallToolResult{}
	switch c.asks {
	case listResources:
		page, err := c.conn.client.ListResourcesByPage(ctx, mcp.ListResourcesRequest{})
		if err != nil {
			return nil, err
		}
		for _, r := range page.Resources[:min(len(page.Resources), mostListed)] {
			result.Content = append(result.Content, mcp.NewTextContent(said(r.URI+"  "+r.Name+"  "+r.Description)))
		}
		switch {
		case len(page.Resources) > mostListed || page.NextCursor != "":
			result.Content = append(result.Content, mcp.NewTextContent("There are more than these."))
		case len(page.Resources) == 0:
			result.Content = append(result.Content, mcp.NewTextContent("There are none."))
		}
	case getPrompt:
		var of mcp.GetPromptRequest
		if err := json.Unmarshal(c.args, &of.Params); err != nil { // they fit the schema
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
		if err := json.Unmarshal(c.args, &of.Params); err != nil { // they fit the schema
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
