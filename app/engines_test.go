package app

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/engines"
	"github.com/deskhand/deskhand/inference"
	"github.com/deskhand/deskhand/inference/backends"
)

func TestAModelOfAnotherServerAnswersByItsName(t *testing.T) {
	var keys []string
	office := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Authorization"))
		if r.URL.Path == "/v1/models" {
			fmt.Fprint(w, `{"data":[{"id":"qwen3-32b","max_model_len":16384},{"id":"tiny"}]}`)
			return
		}
		fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"Hello.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(office.Close)
	t.Setenv("OFFICE_KEY", "k1")
	c, s := withModels(t)
	s.Stop() // nobody needs it
	book, err := engines.Open([]backends.Config{{Name: "office", Kind: backends.OpenAI, URL: []string{office.URL + "/v1"}, KeyEnv: "OFFICE_KEY"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(book.Asked().Close)
	c.Book = book
	c.models.made = func(names []string) []inference.Model {
		return inference.NewModels(book.Asked().Of(c.ollama, 1), names, limitsOf(c.config))
	}
	if err := c.SetChain(t.Context(), []string{"office/qwen3-32b"}); err != nil {
		t.Fatal(err)
	}
	next, err := c.models.Next(t.Context(), nil)
	if err != nil || next.Model != "office/qwen3-32b" || next.Window != 16_384 || !next.Tools {
		t.Fatalf("next is %+v, %v", next, err)
	}
	reply, err := c.models.Chat(t.Context(), chat.Request{Model: next.Model, Messages: []chat.Message{{Role: chat.RoleUser, Text: "Hi"}}}, func(chat.Delta) {})
	if err != nil || reply.Text != "Hello." || keys[len(keys)-1] != "Bearer k1" {
		t.Errorf("it answers %+v, %v, with the key %q", reply, err, keys)
	}
	list, err := c.Models(t.Context())
	if err != nil || len(list) != 3 || !list[0].Installed || !list[0].Local || list[2].Name != "office/tiny" {
		t.Errorf("listed %+v, %v", list, err)
	}
	if name, local := c.answeringModel(t.Context()); name != "office/qwen3-32b" || !local {
		t.Errorf("%q answers, here: %v", name, local)
	}
}

func TestAnotherComputerIsNotAskedBeforeThePersonAgreed(t *testing.T) {
	c, _ := withModels(t)
	book, err := engines.Open([]backends.Config{
		{Name: "a", Kind: backends.OpenAI, URL: []string{"http://192.0.2.1:8000/v1"}},
		{Name: "b", Kind: backends.Ollama, URL: []string{"http://192.0.2.1:11434"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(book.Asked().Close)
	for _, model := range []string{"a/m", "b/m"} {
		m := catalogue{c.ollama, c.config, book.Asked()}.distant(t.Context(), book.Asked().Named(model), model, 1)
		if m.Fault != chat.FaultRemote || m.Local || m.Host == "" {
			t.Errorf("%s: %+v", model, m)
		}
	}
}

func TestAServerOfModelsThatIsAddedIsAskedAtOnceAndElsewhereOnlyAfterAYes(t *testing.T) {
	asked := make(chan string, 64)
	office := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		fmt.Fprint(w, `{"data":[{"id":"tiny"}]}`)
	}))
	t.Cleanup(office.Close)
	c, _ := withModels(t)
	c.models.made = func(names []string) []inference.Model {
		return inference.NewModels(c.Book.Asked().Of(c.ollama, 1), names, limitsOf(c.config))
	}
	c.Keep(c.paths.ConfigFile(), &c.models.mu, func() { c.models.Set(c.models.made(c.models.names)...) })
	here := EngineConfig{Name: "here", Kind: EngineOpenAI, URL: []string{office.URL + "/v1"}, KeyEnv: "NOBODYS_KEY"}
	away := EngineConfig{Name: "away", Kind: EngineOpenAI, URL: []string{"http://192.0.2.1:8000/v1"}, Remote: true}
	for _, e := range []EngineConfig{here, away} {
		if err := c.AddEngine(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	var bad *config.Error
	if err := c.AddEngine(t.Context(), EngineConfig{Name: "x", Kind: EngineOpenAI, URL: []string{"no address"}}); !errors.As(err, &bad) || bad.Key != backends.KeyURL {
		t.Errorf("one without an address: %v", err)
	}
	if err := c.AddEngine(t.Context(), EngineConfig{Name: "x", Kind: EngineOpenAI}); !errors.As(err, &bad) || bad.Key != backends.KeyURL {
		t.Errorf("one with none at all: %v", err)
	}
	list, err := c.Engines(t.Context())
	if err != nil || len(list) != 2 || !list[0].Local || list[0].KeySet || list[1].Local || list[1].Remote {
		t.Fatalf("there are %+v, %v", list, err)
	}
	models, _ := c.Models(t.Context())
	if !slices.ContainsFunc(models, func(m Model) bool { return m.Name == "here/tiny" }) || len(asked) == 0 {
		t.Errorf("listed %+v", models)
	}
	if err := c.AllowEngine(t.Context(), "away", []string{"http://192.0.2.9:8000/v1"}, true); !errors.Is(err, ErrRemoteChanged) {
		t.Errorf("a yes to another address: %v", err)
	}
	for _, yes := range []bool{true, false} {
		if err := c.AllowEngine(t.Context(), "away", away.URL, yes); err != nil {
			t.Fatal(err)
		}
		if list, _ := c.Engines(t.Context()); list[1].Remote != yes {
			t.Errorf("after %v it is %+v", yes, list[1])
		}
	}
	if err := c.RemoveEngine(t.Context(), "away"); err != nil {
		t.Fatal(err)
	}
	if list, _ := c.Engines(t.Context()); len(list) != 1 {
		t.Errorf("left are %+v", list)
	}
}
