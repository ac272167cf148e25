package chat

import (
	"cmp"
	"slices"
	"time"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/event"
	"github.com/deskhand/deskhand/app"
	"github.com/deskhand/deskhand/ui/views/kit"
)

// conversation is a conversation as shown: blocks in order. They come from stored
// messages and from the events of a running turn; both make the same blocks. It belongs
// to the UI goroutine.
type conversation struct {
	id     string // empty until the first turn has begun
	title  string
	blocks []*block
	// running is set from Send until the backend has finished the turn; stop ends it.
	running bool
	stop    func()
	request string // of the newest turn
	// roots are opened to the assistant.
	roots []string
	// attached are the servers' resources to send with the next request.
	attached []app.Resource
	// memory is how the model's window was last divided.
	memory event.BudgetChanged
	model  string
	draft  string // typed but not sent
}

func newConversation() *conversation { return &conversation{stop: func() {}} }

// replay makes the blocks of stored messages.
func (t *conversation) replay(messages []chat.Message, notices []app.Notice) {
	t.blocks = nil
	calls := map[string]chat.ToolCall{}
	for i, m := range messages {
		for len(notices) > 0 && notices[0].At <= i {
			t.take(notices[0].Body)
			notices = notices[1:]
		}
		t.tell(m, calls)
	}
	for _, a := range notices {
		t.take(a.Body)
	}
}

// tell makes the blocks of one message.
func (t *conversation) tell(m chat.Message, calls map[string]chat.ToolCall) {
	switch m.Role {
	case chat.RoleUser:
		t.ask(m.Text)
		t.roots = m.Roots
	case chat.RoleTool:
		b := t.add(&block{kind: blockTool, index: -1, call: calls[m.CallID], record: m, request: t.request})
		if b.call.Name == "" {
			b.call = chat.ToolCall{ID: m.CallID, Name: m.Tool}
		}
	case chat.RoleAssistant:
		if m.Thinking != "" {
			t.add(&block{kind: blockThinking, index: -1, text: m.Thinking, took: lapse(m.ThoughtMS)})
		}
		if m.Text != "" {
			t.add(&block{kind: blockText, index: -1, text: m.Text})
		}
		for _, c := range m.Calls {
			calls[c.ID] = c
		}
		t.model = cmp.Or(m.Model, t.model)
	}
}

// ask begins a turn with a request.
func (t *conversation) ask(text string) {
	for _, b := range t.blocks[max(0, t.newest()):] {
		if b.last {
			b.last = false
			b.changed()
		}
	}
	t.request = text
	t.add(&block{kind: blockRequest, index: -1, text: text})
}

func (t *conversation) add(b *block) *block {
	b.last = b.kind == blockTool
	b.changed()
	t.blocks = append(t.blocks, b)
	return b
}

// line adds a remark, before a text that is still being written and not stored yet.
func (t *conversation) line(text string, grave bool) {
	if text == "" {
		return
	}
	t.insert(&block{kind: blockLine, index: -1, text: text, grave: grave})
}

func (t *conversation) insert(b *block) {
	b.changed()
	t.blocks = slices.Insert(t.blocks, t.closed(), b)
}

// closed returns how many blocks at the beginning are final.
func (t *conversation) closed() int {
	at := len(t.blocks)
	for at > 0 && t.blocks[at-1].open {
		at--
	}
	return at
}

// retry shows that a model is asked again; repeated retries replace each other.
func (t *conversation) retry(e event.Retrying) {
	words, _ := noticeWords(e)
	if at := t.closed(); at > 0 && t.blocks[at-1].retried == e.Model {
		t.blocks[at-1].text = words
		t.blocks[at-1].changed()
		return
	}
	t.insert(&block{kind: blockLine, index: -1, text: words, retried: e.Model})
}

// take handles an event of a turn.
func (t *conversation) take(body event.Body) {
	switch e := body.(type) {
	case event.TurnStarted:
		t.started(e)
	case event.BlockStarted:
		t.begin(e)
	case event.TextDelta:
		t.change(e.Index, func(b *block) { b.write(e.Text) })
	case event.TextReset:
		t.change(e.Index, func(b *block) { b.rewrite("") })
	case event.BlockEnded:
		t.change(e.Index, func(b *block) { b.end(e) })
	case event.ToolStarted:
		t.change(e.Index, func(b *block) { b.call = chat.ToolCall{ID: e.CallID, Name: e.Tool, Args: e.Args} })
	case event.Progress:
		t.changeCall(e.CallID, func(b *block) { b.progress = e.Progress })
	case event.ToolFinished:
		t.change(e.Index, func(b *block) { b.finish(e) })
	case event.BudgetChanged:
		t.memory = e
	case event.Retrying:
		t.retry(e)
	case event.ModelChanged:
		if e.CallID == "" {
			t.model = e.To
		}
		t.line(noticeWords(e))
		if e.CallID == "" && e.To == kit.RulesModel {
			t.fails(e.From)
		}
	case event.TurnEnded:
		t.end(e)
	default:
		t.line(noticeWords(body))
	}
}

// begin begins a block. Thinking is placed before its answer, even if it comes later.
func (t *conversation) begin(e event.BlockStarted) {
	b := &block{kind: kindOf(e.Kind), index: e.Index, open: true, request: t.request}
	last := len(t.blocks) - 1
	switch {
	case last < 0:
	case b.kind == blockThinking && t.blocks[last].open && t.blocks[last].kind == blockText:
		b.changed()
		t.blocks = slices.Insert(t.blocks, last, b)
		return
	case b.kind == blockText && t.blocks[last].kind == blockThinking:
		t.blocks[last].thought = true
		t.blocks[last].changed()
	}
	t.add(b)
}

func lapse(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

func kindOf(k event.BlockKind) blockKind {
	switch k {
	case event.BlockThinking:
		return blockThinking
	case event.BlockTool:
		return blockTool
	default:
		return blockText
	}
}

// change changes the running turn's block with an index.
func (t *conversation) change(index int, do func(*block)) {
	for i := len(t.blocks) - 1; i >= 0; i-- {
		if t.blocks[i].kind == blockRequest {
			return
		}
		if t.blocks[i].index == index {
			do(t.blocks[i])
			t.blocks[i].changed()
			return
		}
	}
}

// changeCall changes the block of a call.
func (t *conversation) changeCall(id string, do func(*block)) bool {
	for i := len(t.blocks) - 1; i >= 0; i-- {
		if b := t.blocks[i]; b.kind == blockTool && b.call.ID == id && b.open {
			do(b)
			b.changed()
			return true
		}
	}
	return false
}

// end closes a text block with its full text.
func (b *block) end(e event.BlockEnded) {
	if !b.open {
		return
	}
	b.open, b.took = false, lapse(e.MS)
	if e.Text != "" && e.Text != b.text {
		b.rewrite(e.Text)
	}
}

// finish ends a call.
func (b *block) finish(e event.ToolFinished) {
	b.open, b.question, b.form = false, nil, nil
	b.call = chat.ToolCall{ID: e.CallID, Name: e.Tool, Args: e.Args}
	b.record = e.Record
	b.progress = chat.Progress{}
}

// end ends the turn, live or from the store.
func (t *conversation) end(e event.TurnEnded) {
	for _, b := range t.blocks {
		if b.open {
			b.open, b.question, b.form = false, nil, nil
			b.changed()
		}
	}
	t.model = cmp.Or(e.Model, t.model)
	if e.Text != "" && t.answer() != e.Text {
		t.add(&block{kind: blockText, index: -1, text: e.Text})
	}
	t.line(endWords(e.Reason), e.Reason == event.ReasonError)
	if e.Reason == event.ReasonError || e.Reason == event.ReasonEmpty {
		t.fails(t.model)
	}
}

// fails marks the last line: a model did not answer.
func (t *conversation) fails(model string) {
	if at := t.closed(); at > 0 && t.blocks[at-1].kind == blockLine && model != kit.RulesModel {
		t.blocks[at-1].failed = model
	}
}

// answer returns the newest text of the turn.
func (t *conversation) answer() string {
	for i := len(t.blocks) - 1; i >= 0 && t.blocks[i].kind != blockRequest; i-- {
		if t.blocks[i].kind == blockText {
			return t.blocks[i].text
		}
	}
	return ""
}

// asked attaches a question to its call.
func (t *conversation) asked(q *question) bool {
	return t.changeCall(q.Invocation.Call.ID, func(b *block) { b.question = q })
}

// answered removes a question.
func (t *conversation) answered(q *question) {
	t.changeCall(q.Invocation.Call.ID, func(b *block) {
		if b.question == q {
			b.question = nil
		}
	})
}

// askedFor attaches a server's question to its call; answeredFor removes it.
func (t *conversation) askedFor(q *serverQuestion) bool {
	return t.changeCall(q.CallID, func(b *block) { b.form = q })
}

func (t *conversation) answeredFor(q *serverQuestion) {
	t.changeCall(q.CallID, func(b *block) {
		if b.form == q {
			b.form = nil
		}
	})
}

// asking reports whether the user is asked something here.
func (t *conversation) asking() bool {
	return slices.ContainsFunc(t.blocks, (*block).waits)
}
