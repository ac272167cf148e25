package inference

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

func TestAModelsLengthIsThePersonsThenItsServersThenItsFamilysThenTheDefault(t *testing.T) {
	limits := DefaultLimits()
	limits.Windows = map[string]int{"qwen3:8b": 16_384, "mine": 1 << 20, "LLAMA3.2": 2048}
	for _, row := range []struct {
		model string
		told  int
		want  int
		from  chat.WindowSource
	}{
		{"qwen3:8b", 40_960, 16_384, chat.WindowSetting},
		{"qwen3:8b", 0, 16_384, chat.WindowSetting},
		{"qwen3:8b", 4096, 4096, chat.WindowModel}, // it would be given no more
		{"qwen3:4b", 4096, 4096, chat.WindowModel},
		{"qwen3:4b", 1 << 20, 32_768, chat.WindowModel},
		{"mine", 0, 32_768, chat.WindowSetting},
		{"llama3.2:latest", 131_072, 2048, chat.WindowSetting},
		{"llama3.2:3b", 0, 32_768, chat.WindowTable},
		{"someone/Gemma2-it:9b", 0, 8192, chat.WindowTable},
		{"phi4-mini", 0, 16_384, chat.WindowTable},
		{"phi", 0, 8192, chat.WindowDefault},
		{"qwen3.9:8b", 0, 8192, chat.WindowDefault},
		{"registry.example:5000/llama3/other", 0, 8192, chat.WindowDefault},
		{"", 0, 8192, chat.WindowDefault},
	} {
		if got, from := limits.WindowOf(row.model, row.told); got != row.want || from != row.from {
			t.Errorf("%q that tells %d: %d from %s, want %d from %s", row.model, row.told, got, from, row.want, row.from)
		}
	}
}

func TestNoFamilyIsBelievedToTakeLessThanAModelOfWhichNothingIsKnown(t *testing.T) {
	limits := DefaultLimits()
	for _, f := range families() {
		if got, from := limits.WindowOf(f.prefix+":1b", 0); from != chat.WindowTable || got < limits.DefaultWindow || got > limits.Window {
			t.Errorf("%s: %d from %s", f.prefix, got, from)
		}
	}
}

func TestThatAWindowIsTheDefaultIsSaidOnceOfAModel(t *testing.T) {
	inAWorld(t, DefaultLimits(), func(w *world) {
		a := w.server.Model("a", ollamatest.Context(0)).Replies(ollamatest.Status(503, "busy"), ollamatest.Say("Done."))
		for range 2 {
			if next, reply, err := w.ask(chat.Request{}); err != nil || reply.Text != "Done." || next.WindowFrom != chat.WindowDefault {
				t.Fatalf("got %+v from %+v, %v", reply, next, err)
			}
		}
		if said := w.warnings(); len(said) != 1 || said[0].Code != chat.WarningWindowGuessed || said[0].Name != "a" || said[0].Of != 8192 {
			t.Errorf("said %+v", said)
		}
		if a.Allocated() != 8192 {
			t.Errorf("it was given %d tokens", a.Allocated())
		}
	})
}

func TestOfAWindowThatIsKnownNothingIsSaid(t *testing.T) {
	limits := DefaultLimits()
	limits.Windows = map[string]int{"a": 4096}
	inAWorld(t, limits, func(w *world) {
		a := w.server.Model("a", ollamatest.Context(0))
		next, _, err := w.ask(chat.Request{})
		if said := w.warnings(); err != nil || len(said) > 0 || next.Window != 4096 || a.Allocated() != 4096 {
			t.Errorf("said %+v of %+v with %d tokens, %v", said, next, a.Allocated(), err)
		}
	})
}
