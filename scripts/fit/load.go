package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// labelled is one document with what is right of it.
type labelled struct {
	row
	part string
	doc  fields.Document
	// reading is nil of a document of which only the lines are known.
	reading *documents.Reading
}

// row is a line of a file of labels. A list holds all that is right; "-" in it
// says that nothing is right too, and an empty one that nothing is known.
type row struct {
	File   string  `json:"file"`
	Source string  `json:"source"`
	Class  string  `json:"cls"`
	Lang   string  `json:"lang"`
	Date   names   `json:"date"`
	Issuer names   `json:"issuer"`
	Kind   names   `json:"kind"`
	Title  names   `json:"title"`
	Number string  `json:"number"`
	Want   *string `json:"want"`
	Lines  []boxed `json:"lines"`
}

// names is a name or a list of names.
type names []string

func (n *names) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*n = names{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(n))
}

// boxed is a line and its place in pixels. A line without a place is left out.
type boxed struct {
	box  [4]float64
	text string
}

func (b *boxed) UnmarshalJSON(raw []byte) error {
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil || len(parts) != 5 {
		return nil
	}
	err := json.Unmarshal(parts[4], &b.text)
	for i := range b.box {
		err = errors.Join(err, json.Unmarshal(parts[i], &b.box[i]))
	}
	return err
}

// load reads the labels in dir and the documents that they are of.
func load(ctx context.Context, dir, program string) ([]labelled, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no labels (*.jsonl) in %s: %w", dir, err)
	}
	reader, err := start(ctx, program, dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }() // what it had to say is read
	all, err := written(writtenDir)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		part := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		err := eachRow(file, func(r row) error {
			d, err := document(ctx, reader, dir, r)
			if err != nil {
				fmt.Fprintf(os.Stderr, "fit: %s: %v\n", r.File, err)
				return nil // a document that cannot be read teaches nothing
			}
			all = append(all, label(part, r, d))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func eachRow(file string, visit func(row) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if err := visit(r); err != nil {
			return err
		}
	}
	return lines.Err()
}

// document is what the rules see of a row.
func document(ctx context.Context, reader *client.Client, dir string, r row) (fields.Document, error) {
	if r.File == "" {
		return fromLines(r.Lines), nil
	}
	var call mcp.CallToolRequest
	call.Params.Name, call.Params.Arguments = "read", map[string]any{"path": filepath.Join(dir, r.File)}
	result, err := reader.CallTool(ctx, call)
	if err != nil {
		return fields.Document{}, err
	}
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return fields.Document{}, err
	}
	var reading documents.Reading
	if err := json.Unmarshal(raw, &reading); err != nil || len(reading.Lines) == 0 {
		return fields.Document{}, errors.Join(err, errors.New("there is no text in it"))
	}
	d := fields.FromReading(reading)
	d.Name = filepath.Base(r.File)
	return d, nil
}

// typed is how sure lines are that a person has typed off a receipt.
const typed = 0.93

// fromLines is a receipt of which the lines are known: what stands on it reaches
// from edge to edge.
func fromLines(lines []boxed) fields.Document {
	var width, height float64
	for _, l := range lines {
		width, height = max(width, l.box[0]+l.box[2]), max(height, l.box[1]+l.box[3])
	}
	d := fields.Document{Kind: string(documents.KindImage), Method: plan.MethodOCR}
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		box := []float64{l.box[0] / width, l.box[1] / height, l.box[2] / width, l.box[3] / height}
		d.Lines = append(d.Lines, fields.Line{Page: 1, Text: l.text, Box: box, Confidence: typed, Size: box[3]})
	}
	return d
}

// label marks the right candidates.
func label(part string, r row, d fields.Document) labelled {
	options, choice := fields.IssuerOptions(d)
	l := labelled{part: part, source: r.Source, options: options, sample: rank.Sample{Choice: choice}}
	if l.source == "" {
		l.source = part
	}
	for _, name := range r.Issuer {
		l.blank = l.blank || name == "-"
	}
	for _, o := range options {
		l.sample.Right = append(l.sample.Right, isOneOf(o.Value, r.Issuer))
	}
	return l
}

// start starts the documents server.
func start(ctx context.Context, program, dir string) (*client.Client, error) {
	c, err := client.NewStdioMCPClient(program, append(os.Environ(), "DESKHAND_HOME=build/fit"), "mcp", "documents", "--root", dir)
	if err != nil {
		return nil, err
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-11-25"
	hello.Params.ClientInfo = mcp.Implementation{Name: "fit", Version: "1"}
	_, err = c.Initialize(ctx, hello)
	return c, err
}
