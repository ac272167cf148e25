// Command fit fits the weights by which triage chooses who issued a document, on
// documents whose right answers are known.
//
//	go run ./scripts/fit -real DIR -deskhand build/deskhand
//
// DIR holds files named *.jsonl, a JSON object a line: {"file", "source",
// "issuer"} of a document in DIR, or {"issuer", "lines": [[x, y, width, height,
// text], …]} of one of which only the lines are known. issuer is a name, or a list
// of names that are right; "-" in it means that no name is right too. Files of
// one source are held out together when the fit is checked.
//
// It writes agentcore/triage/fields/issuer.weights with the figures that were
// reached. Nothing of a document goes into that file.
package main
