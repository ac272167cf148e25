package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/agentcore/excerpt"
)

const (
	// maxDepth is how deep objects and lists may lie in one another.
	maxDepth = 64
	// maxNumber is how many characters a number may have, and how many places
	// its exponent may move the point.
	maxNumber = 400
)

var (
	errNoObject = errors.New("it is not one JSON object")
	errDeep     = errors.New("it is nested too deeply")
	errNumber   = errors.New("it holds a number that is too long")
)

// Decode reads one JSON object. Numbers stay as they were written
// (json.Number); of a key that is there twice the last counts.
func Decode(raw []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var object map[string]any
	if err := dec.Decode(&object); err != nil || object == nil {
		return nil, errNoObject
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errNoObject
	}
	return object, sane(object, 1)
}

// Encode writes arguments as a server gets them.
func Encode(object map[string]any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(object); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// sane refuses what is cheap to write and expensive to work with.
func sane(v any, depth int) error {
	if depth > maxDepth {
		return errDeep
	}
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			if err := sane(inner, depth+1); err != nil {
				return err
			}
		}
	case []any:
		for _, inner := range v {
			if err := sane(inner, depth+1); err != nil {
				return err
			}
		}
	case json.Number:
		return saneNumber(string(v))
	}
	return nil
}

func saneNumber(n string) error {
	if len(n) > maxNumber {
		return errNumber
	}
	_, exponent, ok := strings.Cut(strings.ToLower(n), "e")
	if !ok {
		return nil
	}
	if places, err := strconv.Atoi(exponent); err != nil || places > maxNumber || places < -maxNumber {
		return errNumber
	}
	return nil
}

// size counts the values in v, v included.
func size(v any) int {
	n := 1
	switch v := v.(type) {
	case map[string]any:
		for _, inner := range v {
			n += size(inner)
		}
	case []any:
		for _, inner := range v {
			n += size(inner)
		}
	}
	return n
}

// clip shortens what came from a server or a model, for a sentence.
func clip(text string) string {
	const most = 100
	return excerpt.Within(strings.ToValidUTF8(text, "\uFFFD"), most, "…")
}
