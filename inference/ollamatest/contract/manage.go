package contract

import (
	"errors"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollama"
)

func manages(t *testCase) {
	t.install(Scenario{Tools: true, Steps: []Step{{Text: []string{"ok"}}}})
	c := t.own()
	if info, err := c.Show(t.Context(), Model); err != nil || !info.Tools || info.Thinking || info.Vision || info.ContextLength != ContextLength || info.Remote != "" {
		t.Errorf("show: %+v, %v", info, err)
	}
	if tags, err := c.Tags(t.Context()); err != nil || len(tags) != 1 || !backend.SameModel(tags[0].Name, Model) || tags[0].Digest == "" || tags[0].Size == 0 {
		t.Errorf("tags: %+v, %v", tags, err)
	}
	if ps, err := c.Ps(t.Context()); err != nil || len(ps) != 0 {
		t.Errorf("ps before: %+v, %v", ps, err)
	}
	for _, window := range []int{4096, 8192} {
		if err := c.Preload(t.Context(), Model, window); err != nil {
			t.Errorf("preload: %v", err)
		}
		if loaded, err := c.Loaded(t.Context(), Model, window); err != nil || !loaded {
			t.Errorf("loaded with %d: %v, %v", window, loaded, err)
		}
		if ps, err := c.Ps(t.Context()); err != nil || len(ps) != 1 || ps[0].Window != window || ps[0].Size == 0 || ps[0].GPU > ps[0].Size || ps[0].Expires.IsZero() {
			t.Errorf("ps: %+v, %v", ps, err)
		}
	}
	if err := c.Unload(t.Context(), Model); err != nil {
		t.Errorf("unload: %v", err)
	}
}

const elsewhere = "https://ollama.com:443"

func remote(t *testCase) {
	t.install(Scenario{Remote: elsewhere})
	if info, err := t.own().Show(t.Context(), Model); err != nil || info.Remote != elsewhere {
		t.Errorf("show: %+v, %v", info, err)
	}
	if tags, err := t.own().Tags(t.Context()); err != nil || len(tags) != 1 || tags[0].Remote != elsewhere {
		t.Errorf("tags: %+v, %v", tags, err)
	}
	if _, err := t.own().Embed(t.Context(), Model, []string{"a letter"}); !errors.Is(err, ollama.ErrCloud) {
		t.Errorf("it is given the text of a document: %v", err)
	}
}

func forbidden(t *testCase) {
	t.install(Scenario{Remote: elsewhere})
	if info, err := t.own().Show(t.Context(), Model); !errors.Is(err, ollama.ErrCloud) {
		t.Errorf("show: %+v, %v", info, err)
	}
	if tags, err := t.own().Tags(t.Context()); err != nil || len(tags) != 1 || tags[0].Remote != elsewhere {
		t.Errorf("tags: %+v, %v", tags, err)
	}
	if reply, err := t.ask(chat.Request{}, backend.Setting{}, nil); !errors.Is(err, ollama.ErrCloud) {
		t.Errorf("it answers %+v, %v", reply, err)
	}
}

// removes deletes a model; a missing one gives "not found".
func removes(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	c := t.own()
	if err := c.Remove(t.Context(), Model); err != nil {
		t.Fatal(err)
	}
	if installed, err := c.Tags(t.Context()); err != nil || len(installed) != 0 {
		t.Errorf("afterwards there is %+v, %v", installed, err)
	}
	if err := c.Remove(t.Context(), Model); !is(err, chat.FaultNotInstalled) {
		t.Errorf("a second time: %v", err)
	}
}

// embeds embeds texts; all vectors have the same length.
func embeds(t *testCase) {
	t.install(Scenario{Steps: []Step{{Text: []string{"ok"}}}})
	c := t.own()
	vectors, err := c.Embed(t.Context(), Model, []string{"a tortoise", "a bond"})
	if err != nil || len(vectors) != 2 || len(vectors[0]) == 0 || len(vectors[0]) != len(vectors[1]) {
		t.Errorf("%d vectors, %v", len(vectors), err)
	}
	if _, err := c.Embed(t.Context(), "none", []string{"a"}); !is(err, chat.FaultNotInstalled) {
		t.Errorf("a model that is not there: %v", err)
	}
}
