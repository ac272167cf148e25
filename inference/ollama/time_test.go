package ollama

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/inference/backend"
	"github.com/deskhand/deskhand/inference/ollamatest"
)

// timed asks model a in a time of its own and tells how long the answer took.
func timed(t *testing.T, turn ollamatest.Turn, req chat.Request, set backend.Setting, want error, took time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, dial := ollamatest.StartPiped(ctx, t)
		s.Model("a", ollamatest.Tools()).Replies(turn)
		c, err := New(Config{Dial: dial})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		_, err = c.Chat(ctx, filled(req), set, func(chat.Delta) {})
		if !errors.Is(err, want) {
			t.Errorf("got %v", err)
		}
		if d := time.Since(start); d < took || d > took+time.Second {
			t.Errorf("took %v, not %v", d, took)
		}
		c.Close()
		cancel()
	})
}

func TestEachPartOfAnAnswerHasItsOwnTimeLimit(t *testing.T) {
	long := []chat.Message{{Role: chat.RoleUser, Text: strings.Repeat("x", 6000)}}
	inText := backend.Setting{TextCalls: true}
	rows := []struct {
		what string
		turn ollamatest.Turn
		req  chat.Request
		set  backend.Setting
		want error
		took time.Duration
	}{
		{"no answer at all", ollamatest.NoAnswer(), chat.Request{}, backend.Setting{}, ErrSilent, 120 * time.Second},
		{"no answer to a long prompt", ollamatest.NoAnswer(), chat.Request{Messages: long}, backend.Setting{}, ErrSilent, 220 * time.Second},
		{"silence between two pieces", ollamatest.Say("One").Pause(61 * time.Second).Say("Two"), chat.Request{}, backend.Setting{}, ErrSilent, 60 * time.Second},
		{"pauses that are short enough", ollamatest.Say("One").Pause(59 * time.Second).Say("Two").Pause(59 * time.Second).Say("Three"), chat.Request{}, backend.Setting{}, nil, 118 * time.Second},
		{"a slow beginning", ollamatest.Pause(119 * time.Second).Say("One"), chat.Request{}, backend.Setting{}, nil, 119 * time.Second},
		{"a call that the server holds back", ollamatest.Say("I look.").Pause(290*time.Second).Call("files_list", "{}"), chat.Request{Tools: listTool}, backend.Setting{}, nil, 290 * time.Second},
		{"a call that never comes", ollamatest.Say("I look.").Freeze(), chat.Request{Tools: listTool}, backend.Setting{}, ErrSilent, 300 * time.Second},
		{"a call as text that is slow", ollamatest.Say("<tool_call>").Pause(290 * time.Second).Say("</tool_call>"), chat.Request{Tools: listTool}, inText, nil, 290 * time.Second},
		{"silence after text, without a call", ollamatest.Say("Hello").Freeze(), chat.Request{Tools: listTool}, inText, ErrSilent, 60 * time.Second},
	}
	for _, row := range rows {
		t.Run(row.what, func(t *testing.T) { timed(t, row.turn, row.req, row.set, row.want, row.took) })
	}
}

func TestAConnectionThatDoesNotComeAboutTakesFiveSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, err := New(Config{Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if _, err := c.Tags(t.Context()); !errors.Is(err, ErrUnreachable) {
			t.Errorf("got %v", err)
		}
		if d := time.Since(start); d != 5*time.Second {
			t.Errorf("took %v", d)
		}
	})
}

func TestADownloadGoesOnWhereItStalledOrWasCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, dial := ollamatest.StartPiped(ctx, t)
		c, err := New(Config{Dial: dial})
		if err != nil {
			t.Fatal(err)
		}
		s.Pulls("a", ollamatest.PullStep{Status: "pulling manifest"}, ollamatest.Layer("sha256:1", 10, 100), ollamatest.PullStep{Freeze: true})
		var seen []backend.Download
		cut := false
		err = c.Pull(ctx, "a", func(d backend.Download) {
			seen = append(seen, d)
			switch {
			case d.Completed == 10 && !cut:
				cut = true
				s.Pulls("a", ollamatest.Layer("sha256:1", 5, 100), ollamatest.Layer("sha256:1", 60, 100), ollamatest.PullStep{Cut: true})
			case d.Completed == 60:
				s.Pulls(
					"a", ollamatest.Layer("sha256:1", 100, 100), ollamatest.Layer("sha256:2", 0, 50),
					ollamatest.PullStep{Pause: 10 * time.Second}, ollamatest.Layer("sha256:2", 50, 50),
					ollamatest.PullStep{Status: "verifying sha256 digest"}, ollamatest.PullStep{Pause: 4 * time.Minute, Status: "writing manifest"},
					ollamatest.PullStep{Status: "success"})
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(seen); i++ {
			if a, b := seen[i-1], seen[i]; b.Completed < a.Completed || b.Total < a.Total || b.Fraction < a.Fraction {
				t.Errorf("went back from %+v to %+v", a, b)
			}
		}
		if last := seen[len(seen)-1]; last.Completed != 150 || last.Total != 150 || last.Fraction != 1 {
			t.Errorf("ended at %+v", last)
		}
		if tags, err := c.Tags(ctx); err != nil || len(tags) != 1 {
			t.Errorf("installed: %+v, %v", tags, err)
		}
		c.Close()
		cancel()
	})
}

func TestWhatWasHereBeforeADownloadWentOnDoesNotCountIntoItsRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, dial := ollamatest.StartPiped(ctx, t)
		c, err := New(Config{Dial: dial})
		if err != nil {
			t.Fatal(err)
		}
		steps := []ollamatest.PullStep{{Status: "pulling manifest"}}
		for i := range int64(11) { // 10 MB a second, the first half being here
			p := ollamatest.Layer("sha256:1", 100e6+i*10e6, 200e6)
			p.Pause = time.Second
			steps = append(steps, p)
		}
		s.Pulls("a", append(steps, ollamatest.PullStep{Status: "success"})...)
		var rates []int
		err = c.Pull(ctx, "a", func(d backend.Download) {
			if d.Rate > 0 {
				rates = append(rates, int(d.Rate/1e6))
			}
			if d.Completed == 150e6 && d.Left.Round(time.Second) > 8*time.Second {
				t.Errorf("%v are left", d.Left)
			}
		})
		if err != nil || len(rates) < 5 || slices.Max(rates) > 10 {
			t.Errorf("MB a second: %v, %v", rates, err)
		}
		c.Close()
		cancel()
	})
}

func TestADownloadThatIsCancelledEndsAtOnce(t *testing.T) {
	s := ollamatest.Start(t)
	s.Pulls("a", ollamatest.Layer("sha256:1", 10, 100), ollamatest.PullStep{Freeze: true})
	c := client(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := c.Pull(ctx, "a", func(backend.Download) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestADownloadThatNeverGoesOnIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, dial := ollamatest.StartPiped(ctx, t)
		c, err := New(Config{Dial: dial})
		if err != nil {
			t.Fatal(err)
		}
		s.Pulls("a", ollamatest.Layer("sha256:1", 10, 100), ollamatest.PullStep{Freeze: true})
		start := time.Now()
		if err := c.Pull(ctx, "a", func(backend.Download) {}); !errors.Is(err, ErrSilent) {
			t.Errorf("got %v", err)
		}
		if d := time.Since(start); d < 5*time.Minute || d > 7*time.Minute {
			t.Errorf("took %v", d)
		}
		c.Close()
		cancel()
	})
}

func TestADownloadThatCannotComeAboutSaysWhy(t *testing.T) {
	s := ollamatest.Start(t)
	s.Pulls("new", ollamatest.PullStep{Error: "pull model manifest: 412: this model requires a newer version"})
	c := client(t, s)
	if err := c.Pull(t.Context(), "new", func(backend.Download) {}); !errors.Is(err, ErrOutdated) {
		t.Errorf("got %v", err)
	}
	var status *StatusError
	if err := c.Pull(t.Context(), "nope", func(backend.Download) {}); !errors.As(err, &status) {
		t.Errorf("got %v", err)
	}
}
