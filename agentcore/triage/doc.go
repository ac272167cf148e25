// Package triage is the main job: a work list of files is read, understood and
// named, becomes a plan that the person reviews, and is carried out as one
// batch with a receipt. The batch is code: no model drives it. One may be asked
// what a file is, in a form and without tools; of its answer counts what stands in
// the file.
//
// It touches no file itself. Reading and moving are calls to a Toolbox that the
// guard stands in front of, made in the name of "triage". A Triage is safe for
// concurrent use; Propose runs a bounded number of workers and waits for them
// before it returns. It may import agentcore, chat, event, plan, filename and
// fields.
package triage
