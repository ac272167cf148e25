package offer

import (
	"cmp"
	"slices"

	"github.com/deskhand/deskhand/agentcore/chat"
)

// Input is what the choice among tools depends on.
type Input struct {
	// Request is the user's request.
	Request string
	// Wanted are the tools that the conversation has found or called, latest first.
	Wanted []string
	// Core are our own tools, most needed first. The first of them are offered before
	// those of other servers.
	Core []string
	// Room is what the definitions may take, Cost what one takes, in tokens.
	Room int
	Cost func(chat.ToolSpec) int
	// Finder finds the tools that are left out. It is offered if there are some; without
	// a name there is none.
	Finder chat.ToolSpec
}

// Offer is what a model is told of.
type Offer struct {
	Tools []chat.ToolSpec
	// Left are the tools that it is not told of, in their order.
	Left []chat.ToolSpec
}

const (
	// most is how many tools a model is told of at most, beyond the share of each server:
	// with more it confuses them.
	most = 40
	// share is how many tools each server keeps.
	share = 2
	// essential is how many of the core tools come before those of other servers.
	essential = 7
	// latest is how many of the tools that a conversation wanted come first.
	latest = 8
)

// The order in which tools are taken until the room is full.
const (
	rankWanted = iota
	rankEssential
	rankWantedBefore
	rankShareAsked // of a server's share, and the request seems to be about it
	rankShare
	rankAsked
	rankForeign
	rankOwn
)

// Choose takes all tools if they fit, else the most needed ones and the finder. Their
// order is kept, so that a model server can reuse its prompt cache.
func (x *Index) Choose(in Input) Offer {
	if all := x.total(in); all <= in.Room && len(x.tools) <= most {
		return Offer{Tools: x.tools}
	}
	room, count := in.Room, 0
	if in.Finder.Name != "" {
		room, count = room-in.Cost(in.Finder), 1
	}
	chosen := make([]bool, len(x.tools))
	for _, c := range x.ordered(in) {
		if count >= most && c.rank > rankShare {
			break
		}
		if cost := in.Cost(x.tools[c.tool]); cost <= room {
			room -= cost
			count++
			chosen[c.tool] = true
		}
	}
	var o Offer
	for i, t := range x.tools {
		if chosen[i] {
			o.Tools = append(o.Tools, t)
		} else {
			o.Left = append(o.Left, t)
		}
	}
	if in.Finder.Name != "" {
		o.Tools = append(o.Tools, in.Finder)
	}
	return o
}

func (x *Index) total(in Input) (sum int) {
	for _, t := range x.tools {
		sum += in.Cost(t)
	}
	return sum
}

// choice is a tool with its rank.
type choice struct {
	tool, rank, within int
	score              float64
}

// ordered returns the tools by how much they are needed.
func (x *Index) ordered(in Input) []choice {
	scores := x.Scores(in.Request)
	order := make([]choice, len(x.tools))
	for i := range order {
		order[i] = choice{tool: i, score: scores[i]}
	}
	slices.SortStableFunc(order, func(a, b choice) int { return cmp.Compare(b.score, a.score) })
	taken := map[string]int{} // of each server
	for at := range order {
		c := &order[at]
		t := x.tools[c.tool]
		c.within = taken[t.Server]
		taken[t.Server]++
		c.place(in, t)
	}
	slices.SortStableFunc(order, func(a, b choice) int {
		if a.rank != b.rank || a.rank != rankShareAsked {
			return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.within, b.within))
		}
		return cmp.Compare(b.score, a.score)
	})
	return order
}

// place ranks a tool.
func (c *choice) place(in Input, t chat.ToolSpec) {
	wanted, core := slices.Index(in.Wanted, t.Name), slices.Index(in.Core, t.Name)
	switch {
	case wanted >= 0 && wanted < latest:
		c.rank, c.within = rankWanted, wanted
	case core >= 0 && core < essential:
		c.rank, c.within = rankEssential, core
	case wanted >= 0:
		c.rank, c.within = rankWantedBefore, wanted
	case c.within < share && c.score > 0:
		c.rank = rankShareAsked
	case c.within < share && !t.Own:
		c.rank = rankShare
	case c.score > 0:
		c.rank, c.within = rankAsked, 0
	case t.Own:
		c.rank = rankOwn
	default:
		c.rank = rankForeign
	}
}
