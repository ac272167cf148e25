package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/deskhand/deskhand/agentcore/triage/fields"
	"github.com/deskhand/deskhand/agentcore/triage/fields/rank"
)

// earlierModel returns a field's model with the earlier weights; with the prior where a
// feature is younger than these.
func (f folded) earlierModel(field string) (*rank.Model, error) {
	m := fields.NewModel(field)
	if f.earlier == "" {
		return m, nil
	}
	file := filepath.Join(f.earlier, field+".weights")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil // all that taught it is there
	}
	if err != nil {
		return nil, err
	}
	weights := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		number, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if weights[kind+" "+strings.TrimSpace(name)], err = strconv.ParseFloat(number, 64); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	for i, name := range m.Features {
		if w, ok := weights["weight "+name]; ok {
			m.Weights[i] = w
		}
	}
	for i, name := range m.None {
		if w, ok := weights["none "+name]; ok {
			m.NoneWeights[i] = w
		}
	}
	return m, nil
}

// unseenEarlier are the folds that did not teach the earlier weights, those of made-up
// documents: the others are held out only where these weights are left out too.
func (f folded) unseenEarlier() map[string]bool {
	unseen := map[string]bool{}
	for i, l := range f.all {
		if fold := f.fold[i]; l.part == madePart {
			unseen[fold] = true
		}
	}
	for i, l := range f.all {
		if l.part != madePart {
			delete(unseen, f.fold[i])
		}
	}
	return unseen
}
