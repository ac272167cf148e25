package storetest

import (
	"context"
	"errors"
	"testing"
)

// missing is an id under which no store keeps anything.
const missing = "missing"

// cancelled returns a context that has ended.
func cancelled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// mustBeCancelled checks that a call with a cancelled context said so.
func mustBeCancelled(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%s with a cancelled context: %v, want %v", what, err, context.Canceled)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
