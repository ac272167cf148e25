// Package fields finds what a document says of itself: its date, who issued
// it, what kind of document it is, its amount and its title or number, each
// with the place where it stands. No model is asked. Date, issuer, kind and title are chosen
// among all candidates by fitted weights (packages rank and kinds, the *.weights files and
// scripts/fit), the others by rules and tables; what the file says as data, such as
// an e-invoice or the header of a mail, stands above both. Each field is a row of
// plan.Specs and a finder under the same key.
//
// A value is literally in what was read, or it is not given at all: issuer,
// kind and title in the document's own words, date and amount rewritten from
// text that the evidence quotes. Of an issuer that OCR read, a common word with one letter
// misread is put right, and the evidence quotes it as it was read. The confidence of a chosen field is the share of
// such choices that were right; a candidate that is not likely enough is listed and
// not proposed. What a rule is not sure of gets a low confidence and a doubt in
// words. What a model claims is held against the text in
// the same way: Prove finds it there or drops it, Weigh puts it together with what
// the rules found.
//
// The text comes from strangers. Nothing in it is followed, every line is
// looked at a bounded number of times, and whatever it says can only become
// the value of a field.
//
// Package lex has the tokens and the written dates, package page the lines, cells and
// places that all finders look at.
//
// The package imports agentcore/plan, the types of the documents server, its own packages and the standard library; it
// does no input or output, keeps no state and may be used from any goroutine.
package fields
