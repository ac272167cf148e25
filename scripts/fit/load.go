package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/plan"
	"github.com/deskhand/deskhand/agentcore/triage/fields/page"
	"github.com/deskhand/deskhand/agentcore/wire/documents"
)

// labelled is one document with what is right of it.
type labelled struct {
	row
	part string
	doc  page.Document
	// reading is nil of a document of which only the lines are known.
	reading *documents.Reading
	// again counts the readings of a document before this one; share is one by how
	// many there are.
	again int
	share float64
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
	Total  sum     `json:"total"`
	Want   *string `json:"want"`
	// OwnName is the name that the file had where it came from, and NameGood says
	// that it is a good one.
	OwnName  string  `json:"own_name"`
	NameGood bool    `json:"name_good"`
	Lines    []boxed `json:"lines,omitempty"`
	// Reading is what was read of a document that is not there.
	Reading *documents.Reading `json:"reading,omitempty"`
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

// sum is how much a document is about, written as a number or as text; empty: it is not
// known.
type sum string

func (s *sum) UnmarshalJSON(raw []byte) error {
	*s = sum(digitsOf(string(raw)))
	return nil
}

// digitsOf is an amount without its currency and its last zeros behind the point.
func digitsOf(amount string) string {
	number := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return -1
	}, amount)
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number
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

// loader reads labelled documents.
type loader struct {
	dir, program string
	// kept holds what was read before, and again other readings of the same files, such
	// as of worse pictures of them.
	kept  string
	again []string
	// source is that of the rows that name none.
	source string
	// keep is where the labels go with what was read, for a fit without the documents.
	keep string
	// measures: nothing is fitted, so that the unseen documents are read too.
	measures bool
}

// load reads the labels and the documents that they are of.
func (l loader) load(ctx context.Context) ([]labelled, error) {
	files, err := filepath.Glob(filepath.Join(l.dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no labels (*.jsonl) in %s: %w", l.dir, err)
	}
	if err := os.MkdirAll(l.kept, 0o755); err != nil {
		return nil, err
	}
	reader, err := start(ctx, l.program, l.dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = reader.Close() }() // what it had to say is read
	all, err := written(writtenDir)
	if err != nil {
		return nil, err
	}
	all = append(all, drawn()...)
	before := len(all)
	files = append(files, made)
	if l.measures {
		files = append(files, unseen)
	}
	for _, file := range files {
		part, _, _ := strings.Cut(filepath.Base(file), ".jsonl")
		err := eachRow(file, func(r row) error {
			one := labelled{row: r, part: part, share: 1}
			one.Source = cmp.Or(r.Source, l.source, part)
			if r.File == "" {
				one.doc = fromLines(r.Lines)
				all = append(all, one)
				return nil
			}
			reading := r.Reading
			if reading == nil {
				if reading, err = l.read(ctx, reader, r.File); err != nil {
					return fmt.Errorf("%s: %w", r.File, err)
				}
			}
			others, err := l.readAgain(r.File)
			for n, reading := range append([]*documents.Reading{reading}, others...) {
				one.reading, one.doc = reading, page.Named(*reading, filepath.Base(r.File), today)
				one.again, one.share = n, 1/float64(1+len(others))
				all = append(all, one)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if l.keep != "" {
		return all, keepRead(l.keep, all[before:])
	}
	return all, nil
}

// read returns what the documents server makes of a file; of one that was read
// before, what it made of it then.
func (l loader) read(ctx context.Context, reader *client.Client, file string) (*documents.Reading, error) {
	kept := keptAs(l.kept, file)
	raw, err := os.ReadFile(kept)
	if err != nil {
		if raw, err = readNow(ctx, reader, filepath.Join(l.dir, file)); err == nil {
			err = os.WriteFile(kept, raw, 0o644)
		}
	}
	if err != nil {
		return nil, err
	}
	var reading documents.Reading
	return &reading, json.Unmarshal(raw, &reading)
}

// readAgain returns the other readings of a file.
func (l loader) readAgain(file string) ([]*documents.Reading, error) {
	var all []*documents.Reading
	for _, dir := range l.again {
		raw, err := os.ReadFile(keptAs(dir, file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var reading documents.Reading
		if err := errors.Join(err, json.Unmarshal(raw, &reading)); err != nil {
			return nil, err
		}
		if reading.Method == plan.MethodOCR { // others read the same
			all = append(all, &reading)
		}
	}
	return all, nil
}

func keptAs(dir, file string) string {
	return filepath.Join(dir, strings.ReplaceAll(file, "/", "_")+".json")
}

func readNow(ctx context.Context, reader *client.Client, path string) ([]byte, error) {
	var call mcp.CallToolRequest
	call.Params.Name, call.Params.Arguments = "read", map[string]any{"path": path, "logos": true}
	result, err := reader.CallTool(ctx, call)
	if err != nil {
		return nil, err
	}
	if result.IsError || result.StructuredContent == nil {
		return json.Marshal(documents.Reading{Method: documents.MethodNone, ExtensionOK: true})
	}
	return json.Marshal(result.StructuredContent)
}

// typed is how sure lines are that a person has typed off a receipt.
const typed = 0.93

// fromLines is a receipt of which the lines are known: what stands on it reaches
// from edge to edge.
func fromLines(lines []boxed) page.Document {
	var width, height float64
	for _, l := range lines {
		width, height = max(width, l.box[0]+l.box[2]), max(height, l.box[1]+l.box[3])
	}
	d := page.Document{Kind: string(documents.KindImage), Method: plan.MethodOCR, Today: today}
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		box := []float64{l.box[0] / width, l.box[1] / height, l.box[2] / width, l.box[3] / height}
		d.Lines = append(d.Lines, page.RawLine{Page: 1, Text: l.text, Box: box, Confidence: typed, Size: box[3]})
	}
	return d
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
