// Package failurewords has the sentences in which a terminal says why something was
// not done, and what it warns of.
//
// It may import agentcore/chat.
package failurewords
