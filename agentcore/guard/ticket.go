package guard

import (
	"context"
	"sync"

	"github.com/deskhand/deskhand/agentcore/intent"
	"github.com/deskhand/deskhand/agentcore/policy"
)

type contextKey int

const (
	walletKey contextKey = iota
	lookOnlyKey
	excludedKey
)

// wallet holds the one-use tickets of one approval. It is in the context of the approved
// call, so that only calls made within it can reach it.
type wallet struct {
	parent *wallet
	roots  []string // nil: the hash alone decides

	mu      sync.Mutex
	tickets map[string]int // by hash, how many are left
}

// Mint returns a context with one ticket for each hash. A guarded call of an
// orchestration under this context, with such a hash as plan_hash and roots within those
// given here, runs without a question and uses the ticket up. Expire voids the remaining
// tickets and must be called.
//
// It is for a plan that the user approved in review; a yes to a question mints its own.
func (g *Guard) Mint(ctx context.Context, hashes []string, roots ...string) (minted context.Context, expire func()) {
	return mint(ctx, hashes, roots)
}

func mint(ctx context.Context, hashes, roots []string) (context.Context, func()) {
	w := &wallet{roots: roots, tickets: make(map[string]int, len(hashes))}
	w.parent, _ = ctx.Value(walletKey).(*wallet)
	for _, h := range hashes {
		if h != "" {
			w.tickets[h]++
		}
	}
	return context.WithValue(ctx, walletKey, w), w.expire
}

// spend uses up one ticket for hash, of this approval or of an enclosing one, and reports
// whether there was one.
func spend(ctx context.Context, hash string, roots []string) bool {
	w, _ := ctx.Value(walletKey).(*wallet)
	for ; w != nil; w = w.parent {
		if w.spend(hash, roots) {
			return true
		}
	}
	return false
}

func (w *wallet) spend(hash string, roots []string) bool {
	if !w.reaches(roots) {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.tickets[hash] == 0 {
		return false
	}
	w.tickets[hash]--
	return true
}

// reaches reports whether the approval was for all of roots.
func (w *wallet) reaches(roots []string) bool {
	return w.roots == nil || len(roots) > 0 && policy.AllWithin(w.roots, roots)
}

func (w *wallet) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.tickets)
}

// LookOnly marks a turn whose request only asks to look: under its context, calls of
// changing tools are blocked without asking.
func LookOnly(ctx context.Context) context.Context {
	return context.WithValue(ctx, lookOnlyKey, true)
}

func isLookOnly(ctx context.Context) bool {
	marked, _ := ctx.Value(lookOnlyKey).(bool)
	return marked
}

// Excluding marks a turn whose request excludes files: under its context, a call that
// touches one is blocked without asking, and no earlier approval covers a call whose
// files are unknown.
func Excluding(ctx context.Context, picks []intent.Pick) context.Context {
	if len(picks) == 0 {
		return ctx
	}
	return context.WithValue(ctx, excludedKey, picks)
}

func excluded(ctx context.Context) []intent.Pick {
	picks, _ := ctx.Value(excludedKey).([]intent.Pick)
	return picks
}
