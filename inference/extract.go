package inference

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/toolcall"
)

// ErrNoModel means that only the rule model is available, which cannot extract.
var ErrNoModel = errors.New("no language model is there")

// Extract asks a candidate of Next for JSON in the form of req.Format, a JSON schema,
// without tools. If the answer does not fit the schema it asks once more with thinking
// switched: on some models thinking spoils the form, on others its absence does. After
// the second failure it returns chat.ErrUnfit. The caller must check whether the answer
// is true. tell receives everything but the answer: retries and warnings.
func (c *Chain) Extract(ctx context.Context, candidate chat.Candidate, req chat.Request, tell func(chat.Delta)) (json.RawMessage, error) {
	if candidate.Rules {
		return nil, ErrNoModel
	}
	schema, err := compiled(req.Format)
	if err != nil {
		return nil, err
	}
	req.Model, req.Tools = candidate.Model, nil
	settings := [2]chat.Think{}
	if candidate.Thinking {
		settings = [2]chat.Think{chat.ThinkOff, chat.ThinkOn}
	}
	var unfit error
	for _, req.Think = range settings {
		if req.Think == chat.ThinkOn {
			req.Reserve = 0 // thinking needs room: all that the window allows
		}
		reply, err := c.Chat(ctx, req, func(d chat.Delta) {
			if d.Retry != nil || d.Warning != nil {
				tell(d)
			}
		})
		if err != nil {
			return nil, err
		}
		form, err := filledIn(reply, schema)
		if err == nil {
			return form, nil
		}
		unfit = err
	}
	return nil, unfit
}

func compiled(format json.RawMessage) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(format))
	if err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{}) // a schema must not load anything
	if err := compiler.AddResource("answer.json", doc); err != nil {
		return nil, fmt.Errorf("read the schema: %w", err)
	}
	return compiler.Compile("answer.json")
}

// filledIn returns the JSON in an answer.
func filledIn(reply chat.Reply, schema *jsonschema.Schema) (json.RawMessage, error) {
	form, ok := toolcall.Repair([]byte(reply.Text))
	if !ok || reply.DoneReason == "length" {
		return nil, fmt.Errorf("%w: it is no whole JSON", chat.ErrUnfit)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(form))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", chat.ErrUnfit, err)
	}
	if err := schema.Validate(value); err != nil {
		return nil, fmt.Errorf("%w: %w", chat.ErrUnfit, err)
	}
	return form, nil
}
