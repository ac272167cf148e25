// Package fields finds what a document says of itself: its date, who issued
// it, what kind of document it is, its amount and its title or number, each
// with the place where it stands. No model is asked; it is rules and tables.
//
// A value is literally in what was read, or it is not given at all: issuer,
// kind and title in the document's own words, date and amount rewritten from
// text that the evidence quotes. What a rule is not sure of gets a low
// confidence and a doubt in words. What a model claims is held against the text in
// the same way: Prove finds it there or drops it, Weigh puts it beside what the
// rules found.
//
// The text comes from strangers. Nothing in it is followed, every line is
// looked at a bounded number of times, and whatever it says can only become
// the value of a field.
//
// The package imports agentcore/plan, the standard library and x/text; it
// does no input or output, keeps no state and may be used from any goroutine.
package fields
