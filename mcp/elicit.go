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
	// maxQuestions is how often a server may ask within one call, maxWaiting how many of
	// its questions may be queued.
	maxQuestions = 20
	maxWaiting   = 16
)

// errNoQuestion is the answer when the user cannot be asked: no call of the server is
// under way, or it has asked too often.
var errNoQuestion = errors.New("the person cannot be asked now")

// questions puts a server's questions to the user, one at a time, and only during a call.
type questions struct {
	put     func(context.Context, elicit.Question) elicit.Answer
	turn    chan struct{} // held while the user is asked
	waiting chan struct{} // one entry per question

	mu    sync.Mutex
	calls []*call // calls under way, newest last
}

func newQuestions(put func(context.Context, elicit.Question) elicit.Answer) *questions {
	return &questions{put: put, turn: make(chan struct{}, 1), waiting: make(chan struct{}, maxWaiting)}
}

// enter lets the server ask during the call; leave ends that.
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

// callOf returns the call that a question belongs to, or nil. If the protocol does not
// say, it is the newest call, unless two conversations have calls under way: an answer
// must not reach the wrong one.
func (q *questions) callOf(ctx context.Context) *call {
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
	case asked.questions >= maxQuestions:
		return nil
	}
	asked.questions++
	return asked
}

// Elicit answers elicitation/create.
func (q *questions) Elicit(ctx context.Context, req mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	c := q.callOf(ctx)
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

// question converts the parameters of a request.
func question(p mcp.ElicitationParams) (elicit.Question, error) {
	if p.Mode == mcp.ElicitationModeURL {
		return elicit.Page(p.Message, p.URL)
	}
	return elicit.Form(p.Message, p.RequestedSchema)
}

// ask waits for its turn and puts the question. It ends with the call, the request or the
// connection. The call's time limit is paused meanwhile.
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

// pause stops or resumes the progress timeout while the user is asked.
func (c *call) pause(yes bool) {
	if yes {
		c.asking.Add(1)
		return
	}
	c.asking.Add(-1)
	signal(c.resumed)
}

// refusedFor is the result of a call that requires URLs to be visited first.
func (c *call) refusedFor(need mcp.URLElicitationRequiredError) chat.ToolResult {
	if c.visit(need) {
		return failed(chat.ErrExecution, "The server needs the person to do something on a page of it first. The person was shown the page and opened it.",
			"Try again once the person says that it is done.")
	}
	return failed(chat.ErrDenied, "The server needs the person to do something on a page of it first, and the person did not open it.",
		"Ask the person before you try again.")
}

// visit asks the user to open the URLs that the call requires and reports whether all
// were opened.
func (c *call) visit(need mcp.URLElicitationRequiredError) bool {
	if c.conn.questions == nil || len(need.Elicitations) == 0 || len(need.Elicitations) > maxQuestions {
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
