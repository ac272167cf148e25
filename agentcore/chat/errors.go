package chat

import "errors"

// ErrTooLong means that a request does not fit into the model's context window,
// whatever was estimated: less history may fit.
var ErrTooLong = errors.New("the request does not fit into the context window")

// ErrTooSlow means that an answer took longer than its request allows.
var ErrTooSlow = errors.New("the answer took too long")

// ErrUnfit means that a model answered, and not in the form that was asked for.
var ErrUnfit = errors.New("the answer is not in the form that was asked for")

// ErrNotInstalled means that the server of a model does not have it, and may get it.
var ErrNotInstalled = errors.New("the model is not installed")
