package mcp

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/deskhand/deskhand/agentcore/chat"
	"github.com/deskhand/deskhand/agentcore/wire/elicit"
)

const (
	// mostQuestions is how often a server may ask within one call, mostWaiting how
	// many of its questions may wait for the one before them.
	mostQuestions = 20
	mostWaiting   = 16
)

// errNoQuestion is the answer to a question that nobody could be asked: no call of
// the server is under way, or it has asked too much.
var errNoQuestion = errors.New("the person cannot be asked now")

// questions puts what a server asks for to the person, one question at a time, and
// only while a call of it is under way.
type questions struct {
	put     func(context.Context, elicit.Question) elicit.Answer
	turn    chan struct{} // holds an entry while the person is asked
	waiting chan struct{} // holds an entry a question

	mu    sync.Mutex
	calls []*call // those under way, the newest last
}

func newQuestions(put func(context.Context, elicit.Question) elicit.Answer) *questions {
	return &questions{put: put, turn: make(chan struct{}, 1), waiting: make(chan struct{}, mostWaiting)}
}

// enter lets the server ask while a call is under way; leave ends that.
func (q *questions) enter(c *call) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.calls = append(q.calls, c)
}

func (q *questions) leave(c *call) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.calls = slices.DeleteFunc(q.calls, func(other *call) bool { return other == c })
}

// callKey is the context key of the *call that a request belongs to.
type callKey struct{}

// of returns the call that a question belongs to; nil: none. Where the protocol does
// not tell, it is the newest one; not where calls of two conversations are under
// way, since an answer must not get into the other one.
func (q *questions) of(ctx context.Context) *call {
	q.mu.Lock()
	defer q.mu.Unlock()
	asked, told := ctx.Value(callKey{}).(*call)
	if !told && len(q.calls) > 0 {
		asked = q.calls[len(q.calls)-1]
	}
	elsewhere := func(c *call) bool { return c.inv.Conversation != asked.inv.Conversation }
	switch {
	case asked == nil, !slices.Contains(q.calls, asked), !told && slices.ContainsFunc(q.calls, elsewhere):
		return nil
	case asked.questions >= mostQuestions:
		return nil
	}
	asked.questions++
	return asked
}

// Elicit answers elicitation/create.
func (q *questions) Elicit(ctx context.Context, req mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	c := q.of(ctx)
	if c == nil {
		return nil, errNoQuestion
	}
	asked, err := question(req.Params)
	if err != nil {
		return nil, err
	}
	answer, err := q.ask(ctx, c, asked)
	if err != nil {
		return nil, err
	}
	result := &mcp.ElicitationResult{}
	result.Action = mcp.ElicitationResponseAction(answer.Action)
	if answer.Action == elicit.Accept && asked.URL == "" {
		result.Content = answer.Values
		if answer.Values == nil {
			result.Content = map[string]any{}
		}
	}
	return result, nil
}

// question reads what a server asks for.
func question(p mcp.ElicitationParams) (elicit.Question, error) {
	if p.Mode == mcp.ElicitationModeURL {
		return elicit.Page(p.Message, p.URL)
	}
	return elicit.Form(p.Message, p.RequestedSchema)
}

// ask waits for its turn and puts the question. It ends with the call, with the
// request and with the connection; the time of the call stands still meanwhile.
func (q *questions) ask(ctx context.Context, c *call, asked elicit.Question) (elicit.Answer, error) {
	select {
	case q.waiting <- struct{}{}:
		defer func() { <-q.waiting }()
	default:
		return elicit.Answer{}, errNoQuestion
	}
	until, cancel := context.WithCancel(c.ctx)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	go func() {
		select {
		case <-c.conn.ended:
			cancel()
		case <-until.Done():
		}
	}()
	c.pause(true)
	defer c.pause(false)
	select {
	case q.turn <- struct{}{}:
		defer func() { <-q.turn }()
	case <-until.Done():
		return elicit.Answer{Action: elicit.Cancel}, nil
	}
	asked.Server, asked.Tool, asked.CallID, asked.Conversation = c.server.Name, c.inv.Call.Name, c.inv.Call.ID, c.inv.Conversation
	answer := asked.Of(q.put(until, asked))
	if until.Err() != nil {
		answer = elicit.Answer{Action: elicit.Cancel}
	}
	return answer, nil
}

// pause stops the time in which a sign of progress is waited for while the person
// is asked.
func (c *call) pause(yes bool) {
	if yes {
		c.asking.Add(1)
		return
	}
	c.asking.Add(-1)
	select {
	case c.resumed <- struct{}{}:
	default:
	}
}

// refusedFor is the result of a call that is refused until pages were visited.
func (c *call) refusedFor(need mcp.URLElicitationRequiredError) chat.ToolResult {
	if c.visit(need) {
		return failed(chat.ErrExecution, "The server needs the person to do something on a page of it first. The person was shown the page and opened it.",
			"Try again once the person says that it is done.")
	}
	return failed(chat.ErrDenied, "The server needs the person to do something on a page of it first, and the person did not open it.",
		"Ask the person before you try again.")
}

// visit has the person asked to open the pages that a call was refused for, and
// reports whether all were.
func (c *call) visit(need mcp.URLElicitationRequiredError) bool {
	if c.conn.questions == nil || len(need.Elicitations) == 0 || len(need.Elicitations) > mostQuestions {
		return false
	}
	for _, p := range need.Elicitations {
		asked, err := elicit.Page(p.Message, p.URL)
		if err != nil {
			return false
		}
		if a, err := c.conn.questions.ask(c.ctx, c, asked); err != nil || a.Action != elicit.Accept {
			return false
		}
	}
	return true
}
