package app

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/app/config"
	"github.com/deskhand/deskhand/app/engines"
	"github.com/deskhand/deskhand/app/memory"
	"github.com/deskhand/deskhand/inference"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/backends"
	"github.com/deskhand/deskhand/inference/ollama"
	"github.com/deskhand/deskhand/inference/ollamatest"
	"github.com/deskhand/deskhand/inference/rules"
)

// withModels is a Controller with models alone.
func withModels(t *testing.T, chain ...string) (*Controller, *ollamatest.Server) {
	t.Helper()
	s := ollamatest.Start(t)
	client, err := ollama.New(ollama.Config{Host: s.Host()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	settings, err := config.Load(t.TempDir() + "/config.toml")
	if err != nil {
		t.Fatal(err)
	}
	made := func(names []string) []inference.Model {
		return inference.NewModels(backends.Servers{}.Of(client, 1), names, limitsOf(settings))
	}
	book, err := engines.Open(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &Controller{
		Book: book, config: settings, paths: config.Paths{Config: t.TempDir()}, ollama: client, now: time.Now,
		models: newModels(chain, made, rules.New(rules.Config{Window: settings.Budget.DefaultWindow})),
	}
	c.models.installed = c.bestInstalled
	return c, s
}

func TestModelsAreTheChainThenTheRulesThenWhatElseIsThere(t *testing.T) {
	c, s := withModels(t, "b", "gone", "away")
	c.config.Budget.ModelWindows = map[string]int{"set": 2048}
	s.Model("a", ollamatest.Vision())
	s.Model("b", ollamatest.Tools(), ollamatest.Thinking(), ollamatest.Context(4096), ollamatest.Sizes(8e9, 6e9))
	s.Model("away", ollamatest.Remote("cloud.example"))
	s.Model("qwen3:0.6b", ollamatest.Context(0))
	s.Model("set", ollamatest.Context(0))
	s.Model("silent", ollamatest.Context(0))
	if err := c.ollama.Preload(t.Context(), "b", 4096); err != nil {
		t.Fatal(err)
	}
	list, err := c.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, m := range list {
		lines = append(lines, fmt.Sprintf("%d %s %v %v %d %s %v %v %v %.2f %s",
			m.Place, m.Name, m.Installed, m.Local, m.Window, m.WindowFrom, m.Tools, m.Vision, m.Loaded, m.OnGPU(), strings.TrimSpace(string(m.Fault)+" "+m.Host)))
	}
	want := []string{
		"1 b:latest true true 4096 model true false true 0.75 ",
		"2 gone false true 0  false false false 0.00 not_installed",
		"3 away:latest true false 32768 model false false false 0.00 cloud cloud.example",
		"4 rules true true 8192 default true false false 0.00 ",
		"0 a:latest true true 32768 model false true false 0.00 ",
		"0 qwen3:0.6b true true 32768 table false false false 0.00 ",
		"0 set:latest true true 2048 setting false false false 0.00 ",
		"0 silent:latest true true 8192 default false false false 0.00 ",
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
	if first := Answering(list); first.Name != "b:latest" {
		t.Errorf("%s would answer", first.Name)
	}
}

func TestTheBestInstalledModelIsOfferedAndAskedAfterAYes(t *testing.T) {
	c, s := withModels(t)
	if err := os.WriteFile(c.paths.ConfigFile(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nomic-embed-text", "phi3:mini", "qwen3:4b"} {
		s.Model(name)
	}
	if next, err := c.models.Next(t.Context(), nil); err != nil || !next.Rules {
		t.Fatalf("asked unasked: %+v, %v", next, err)
	}
	if offer := c.ModelOffer(t.Context()); offer != "qwen3:4b" {
		t.Errorf("offered %q", offer)
	}
	if err := c.SetChain(t.Context(), []string{config.Auto}); err != nil {
		t.Fatal(err)
	}
	if next, err := c.models.Next(t.Context(), nil); err != nil || next.Model != "qwen3:4b" {
		t.Errorf("asked %+v, %v", next, err)
	}
	if offer := c.ModelOffer(t.Context()); offer != "" {
		t.Errorf("offered again: %q", offer)
	}
	settings, err := config.Load(c.paths.ConfigFile())
	if err != nil || !settings.Models.Auto || !settings.Models.Agreed {
		t.Errorf("written %+v, %v", settings.Models, err)
	}
	if err := c.SetChain(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if next, err := c.models.Next(t.Context(), nil); err != nil || !next.Rules || c.ModelOffer(t.Context()) != "" {
		t.Errorf("after a no: %+v, %v", next, err)
	}
}

func TestAModelThatIsRemovedLeavesTheChainToo(t *testing.T) {
	c, s := withModels(t)
	s.Model("a")
	s.Model("b")
	if err := c.SetChain(t.Context(), []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	if err := c.RemoveModel(t.Context(), "a:latest"); err != nil {
		t.Fatal(err)
	}
	if list, err := c.Models(t.Context()); err != nil || len(list) != 2 || list[0].Name != "b:latest" && list[0].Name != "b" {
		t.Errorf("left are %+v, %v", list, err)
	}
	if err := c.RemoveModel(t.Context(), "a"); chat.FaultOf(err).Code != chat.FaultNotInstalled {
		t.Errorf("a second time: %v", err)
	}
}

func TestTheBestModelOfAComputerIsOneThatFits(t *testing.T) {
	of := func(name string, gb int64) backend.Installed { return backend.Installed{Name: name, Size: gb << 30} }
	all := []backend.Installed{of("bge-m3:latest", 1), of("mixtral:8x7b", 26), of("qwen3:30b", 19), of("qwen3:8b", 5), of("qwen3:4b", 2), of("me/gpt-oss:20b", 13), of("phi3:latest", 2)}
	for gpu, want := range map[int64]string{0: "", 3: "qwen3:4b", 8: "qwen3:8b", 24: "qwen3:30b"} {
		if got := bestOf(all, memory.Memory{GPU: gpu << 30, RAM: 1}); got != want {
			t.Errorf("%d GB: %q, want %q", gpu, got, want)
		}
	}
	if got := bestOf(append(all[:1], of("phi3:latest", 2)), memory.Memory{RAM: 16 << 30}); got != "phi3" {
		t.Errorf("%q", got)
	}
}

func TestWithoutAServerTheChainIsListedAndTheRulesAnswer(t *testing.T) {
	c, s := withModels(t, "a")
	s.Stop()
	list, err := c.Models(t.Context())
	if chat.FaultOf(err).Code != chat.FaultUnreachable || len(list) != 2 || list[0].Fault != chat.FaultUnreachable || !Answering(list).Rules {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestAChainThatIsSetIsWrittenAndAnswersTheNextTurn(t *testing.T) {
	c, s := withModels(t)
	s.Model("a")
	s.Model("b")
	for _, chain := range [][]string{{"b", "a"}, {"a"}, {}} {
		if err := c.SetChain(t.Context(), chain); err != nil {
			t.Fatal(err)
		}
		next, err := c.models.Next(t.Context(), nil)
		if err != nil || (len(chain) > 0 && next.Model != chain[0]) || next.Rules != (len(chain) == 0) {
			t.Errorf("%q: %+v, %v", chain, next, err)
		}
		written, err := config.Load(c.paths.ConfigFile())
		if err != nil || fmt.Sprint(written.Models.Chain) != fmt.Sprint(chain) {
			t.Errorf("%q: written %q, %v", chain, written.Models.Chain, err)
		}
	}
	if err := c.SetChain(t.Context(), []string{"b", "a", "B:latest", "a"}); err != nil || fmt.Sprint(c.models.order()) != "[b a]" {
		t.Errorf("a chain that names models twice became %v, %v", c.models.order(), err)
	}
	for _, bad := range []string{"", "a\"]\nallow_cloud = true #", "none", "rules", "--x", strings.Repeat("a", 201)} {
		if err := c.SetChain(t.Context(), []string{bad}); !isConfig(err, config.NoModelName) {
			t.Errorf("%q gave %v", bad, err)
		}
	}
}

func TestAdviceSaysWhatIsThereAndWhatFits(t *testing.T) {
	c, s := withModels(t)
	rows := []struct {
		what  string
		at    memory.Memory
		model string
		size  int64
	}{
		{"a small laptop", memory.Memory{RAM: 8 << 30}, "qwen3:4b", 2_500e6},
		{"16 GB as the system counts them", memory.Memory{RAM: 33_000_000_000 / 2}, "qwen3:8b", 5_200e6},
		{"a GPU of 12 GB", memory.Memory{RAM: 16 << 30, GPU: 12 << 30}, "qwen3:14b", 9_300e6},
		{"a large GPU", memory.Memory{RAM: 16 << 30, GPU: 24 << 30}, "qwen3:30b", 19e9},
		{"memory that is not known", memory.Memory{}, "qwen3:1.7b", 1_400e6},
		{"too little", memory.Memory{RAM: 1 << 30}, "", 0},
	}
	for _, row := range rows {
		a := advise(t.Context(), c.ollama, row.at)
		if !a.Ollama || a.Model != row.model || a.Size != row.size || a.Installed {
			t.Errorf("%s: %+v", row.what, a)
		}
	}
	s.Model("qwen3:4b")
	if a := advise(t.Context(), c.ollama, memory.Memory{RAM: 8 << 30}); !a.Installed {
		t.Errorf("installed: %+v", a)
	}
	s.Stop()
	if a := advise(t.Context(), c.ollama, memory.Memory{RAM: 8 << 30}); a.Ollama || a.Model != "qwen3:4b" {
		t.Errorf("stopped: %+v", a)
	}
}

func TestAChainIsInOrderWhereItsFirstModelAnswersInAKnownWindow(t *testing.T) {
	one := func(m Model) []Model {
		m.Name, m.Place = "a", 1
		return []Model{m, {Name: "rules", Place: 2, Rules: true}}
	}
	for _, row := range []struct {
		list  []Model
		state CheckState
	}{
		{one(Model{Installed: true, WindowFrom: WindowModel}), CheckOK},
		{one(Model{Installed: true, WindowFrom: WindowDefault}), CheckWarn},
		{one(Model{Fault: chat.FaultNotInstalled}), CheckWarn},
		{[]Model{{Name: "rules", Place: 1, Rules: true, WindowFrom: WindowDefault}}, CheckOK},
	} {
		if got := chainCheck(row.list); got.State != row.state || got.Code != CheckModels || len(got.Models) != len(row.list) {
			t.Errorf("%+v", got)
		}
	}
}

func TestTheCheckOfModelsFollowsTheChainAndTheServer(t *testing.T) {
	s := ollamatest.Start(t)
	s.Model("a", ollamatest.Sizes(8e9, 8e9))
	t.Setenv(HostVariable, s.Host())
	o := Options{Paths: config.Paths{Config: t.TempDir()}, Models: []string{"a"}}
	if c := modelCheck(t.Context(), o); c.State != CheckOK || c.Code != CheckModels || Answering(c.Models).Name != "a:latest" {
		t.Errorf("%+v", c)
	}
	if c := modelCheck(t.Context(), Options{Paths: o.Paths}); c.State != CheckOK || c.Code != CheckEmptyChain || c.Advice.Model == "" {
		t.Errorf("no chain: %+v", c)
	}
	s.Stop()
	if c := modelCheck(t.Context(), o); c.State != CheckWarn || c.Code != CheckNoModelServer || c.Advice.Address == "" {
		t.Errorf("no server: %+v", c)
	}
}
