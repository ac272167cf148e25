package agentcore_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/deskhand/deskhand/agentcore"
	"github.com/deskhand/deskhand/agentcore/budget"
	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/agentcore/store"
)

var kills = flag.Int("turn.kills", 25, "how often a turn is killed, at random")

// The victim is this test's own program, started again; these variables hold its database
// and conversation.
const (
	victimDatabase     = "AGENTCORE_TEST_VICTIM"
	victimConversation = "AGENTCORE_TEST_CONVERSATION"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimDatabase); path != "" {
		if err := beVictim(path, os.Getenv(victimConversation)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// victimRounds is how many rounds a victim's turn has.
const victimRounds = 10

// victimModel calls two tools a round, then answers. Each answer streams.
func victimModel() reply {
	round := 0
	return func(_ context.Context, req chat.Request, emit func(chat.Delta)) (chat.Reply, error) {
		if isSummary(req) {
			return chat.Reply{Text: "notes"}, nil
		}
		round++
		text := fmt.Sprintf("This is what I say in round %d.", round)
		for word := range strings.FieldsSeq(text) {
			emit(chat.Delta{Text: word + " "})
		}
		r := chat.Reply{Text: text, DoneReason: "stop"}
		if round <= victimRounds {
			r.Calls = []chat.ToolCall{call("read", fmt.Sprintf(`{"page":%d}`, round)), call("move", fmt.Sprintf(`{"n":%d}`, round))}
		}
		return r, nil
	}
}

// kept is an agent over a real database.
func kept(db *store.Store, tokens *budget.Estimator, answer reply) *agentcore.Agent {
	tools := &box{reads: []string{"read"}, tools: map[string]tool{"read": ok(strings.Repeat("word ", 2000)), "move": ok("moved")}}
	m := &script{chain: []string{"big"}, window: 8192, replies: map[string][]reply{"big": slices.Repeat([]reply{answer}, victimRounds+1)}}
	config := agentcore.DefaultConfig()
	config.Rounds = 2 * victimRounds
	return &agentcore.Agent{
		Models: m, Model: m, Tools: tools, Transcript: db, Notes: db,
		Tokens: tokens, Config: config, Now: time.Now,
	}
}

// beVictim runs one turn and prints each event after it was announced.
func beVictim(path, conversation string) error {
	db, err := store.Open(path, store.Options{})
	if err != nil {
		return err
	}
	if _, err := db.RepairInterrupted(context.Background()); err != nil {
		return err
	}
	agent := kept(db, budget.NewEstimator(db), victimModel())
	agent.Tokens.For("").Prose("the vocabulary is loaded before the turn begins")
	fmt.Println("ready")
	stream := event.NewStream("c/1", func(e event.Event) {
		switch d := e.Body.(type) {
		case event.TurnStarted:
			fmt.Println("user", d.Request)
		case event.ToolFinished:
			fmt.Println("tool", d.CallID)
		case event.BlockEnded:
			if d.Text != "" {
				fmt.Println("assistant", d.Text)
			}
		}
	})
	in := agentcore.Input{Conversation: conversation, Text: "go on " + time.Now().String()}
	if out := agent.Turn(context.Background(), in, stream); out.Reason != event.ReasonAnswered {
		return fmt.Errorf("ended %s: %w", out.Reason, out.Err)
	}
	return db.Close()
}

func TestATurnThatIsKilledAtAnyMomentLosesAtMostWhatWasStreaming(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deskhand.db")
	random := rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))
	var whole turnLength
	interrupted, tokens := 0, budget.NewEstimator(&notes{})
	for i := range *kills {
		conversation := fmt.Sprintf("c%d", i/10)
		var at *moment
		if whole.lines > 0 {
			at = whole.anyMoment(random)
		}
		db := opened(t, path)
		if i%10 == 0 {
			if err := db.CreateConversation(context.Background(), conversation, "a title", time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		before, err := db.Messages(context.Background(), conversation)
		if err = errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		announced, took := kill(t, path, conversation, at)
		if at == nil {
			whole = turnLength{len(announced), took}
		}
		interrupted += survived(t, path, conversation, tokens, len(before), announced)
	}
	t.Logf("%d turns of %s killed, %d of them with calls open", *kills, whole.took.Round(time.Millisecond), interrupted)
	if interrupted == 0 {
		t.Error("no turn was killed in the middle of a call: the test tells nothing")
	}
}

// turnLength is how many events an undisturbed turn announces, and how long that takes: a
// program built with the race detector lingers for a second more.
type turnLength struct {
	lines int
	took  time.Duration
}

// moment is a time after so many lines.
type moment struct {
	lines int
	after time.Duration
}

// anyMoment returns a random moment of a turn, equally likely in each part of it whatever
// its speed.
func (l turnLength) anyMoment(random *rand.Rand) *moment {
	gap := 2 * int64(l.took) / int64(l.lines)
	return &moment{random.IntN(l.lines), time.Duration(random.Int64N(gap + 1))}
}

// kill starts a victim and kills it at a moment of its turn; nil lets it finish. It
// returns what was announced until then, and how long that took.
func kill(t *testing.T, path, conversation string, at *moment) (announced []string, took time.Duration) {
	t.Helper()
	victim := exec.Command(os.Args[0])
	victim.Env = append(os.Environ(), victimDatabase+"="+path, victimConversation+"="+conversation)
	victim.Stderr = os.Stderr
	out, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		t.Fatalf("the victim says %q", lines.Text())
	}
	began := time.Now()
	for {
		if at != nil && len(announced) == at.lines {
			time.AfterFunc(at.after, func() { _ = victim.Process.Kill() }) // or it has ended by then
		}
		if !lines.Scan() {
			break
		}
		announced = append(announced, lines.Text())
		took = time.Since(began)
	}
	if err := victim.Wait(); err != nil && at == nil {
		t.Fatal(err)
	}
	return announced, took
}

func opened(t *testing.T, path string) *store.Store {
	t.Helper()
	db, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := db.Salvaged(); n != (store.Salvage{}) {
		t.Fatalf("the database was damaged: %+v", n)
	}
	return db
}

// survived checks that everything that was announced is on record, in order, that the
// conversation is repaired, and that it continues. It returns how many conversations had
// to be repaired.
func survived(t *testing.T, path, conversation string, tokens *budget.Estimator, before int, announced []string) (repaired int) {
	t.Helper()
	ctx := context.Background()
	db := opened(t, path)
	defer db.Close() //nolint:errcheck // what was written is read again
	repaired, err := db.RepairInterrupted(ctx)
	if err != nil {
		t.Fatal(err)
	}
	messages, err := db.Messages(ctx, conversation)
	if err != nil {
		t.Fatal(err)
	}
	var onRecord []string
	for _, m := range messages[before:] {
		switch {
		case m.Role == chat.RoleTool:
			onRecord = append(onRecord, "tool "+m.CallID)
		case m.Text != "":
			onRecord = append(onRecord, string(m.Role)+" "+m.Text)
		}
	}
	if len(onRecord) < len(announced) || !slices.Equal(onRecord[:len(announced)], announced) {
		t.Fatalf("announced %q, on record %q", announced, onRecord)
	}
	answersMatch(t, messages)
	goesOn(t, db, tokens, conversation)
	return repaired
}

// goesOn takes one more turn of the conversation.
func goesOn(t *testing.T, db *store.Store, tokens *budget.Estimator, conversation string) {
	t.Helper()
	agent := kept(db, tokens, func(_ context.Context, req chat.Request, _ func(chat.Delta)) (chat.Reply, error) {
		answersMatch(t, req.Messages)
		return chat.Reply{Text: "Yes."}, nil
	})
	stream := event.NewStream("c/2", func(event.Event) {})
	out := agent.Turn(context.Background(), agentcore.Input{Conversation: conversation, Text: "are you there?"}, stream)
	if out.Reason != event.ReasonAnswered || out.Text != "Yes." {
		t.Fatalf("after the kill a turn ended %s with %q: %v", out.Reason, out.Text, out.Err)
	}
}

// answersMatch checks that each call has one result, in the order of the calls.
func answersMatch(t *testing.T, messages []chat.Message) {
	t.Helper()
	var open []string
	for _, m := range messages {
		switch {
		case m.Role == chat.RoleTool && len(open) > 0 && open[0] == m.CallID:
			open = open[1:]
		case m.Role == chat.RoleTool:
			t.Fatalf("the result of %s answers none of %v", m.CallID, open)
		case len(open) > 0:
			t.Fatalf("%v are not answered", open)
		}
		for _, c := range m.Calls {
			open = append(open, c.ID)
		}
	}
	if len(open) > 0 {
		t.Fatalf("%v are not answered", open)
	}
}
