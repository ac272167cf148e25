// Command fit measures how right names are on documents whose right answers are
// known, and fits the weights by which kinds, dates, issuers, titles and amounts
// are chosen. The titles of a fit rest on the issuers in use: a second run settles them.
//
//	go run ./scripts/fit -real DIR [-out agentcore/triage/fields]
//
// DIR holds files named *.jsonl, a JSON object a line: {"file", "source", "cls",
// "lang", "date", "issuer", "kind", "title", "number", "total", "want"} of a document in
// DIR, of which only the file must be there, or {"date", "issuer", "lines": [[x, y,
// width, height, text], …]} of one of which only the lines are known. date, issuer,
// kind and title are a value or a list of values that are right, those of title
// regular expressions; "-" in it means that none is right too. An empty want says
// that the present name is to stay; "own_name" and "name_good" that it had a name
// there, and a good one. Files of one source are held out together.
//
// It fits to the documents that were written for the tests, to drawn ones and to those of
// made.jsonl.gz as well: made-up documents of which the labels and the readings are kept.
// -keep FILE writes such a file for the documents of DIR, with those that are in it already.
//
// With -again it takes further readings of the same files, such as of worse pictures of
// them, from folders that a -readings was kept in: the weights then do not lean on one
// reading, and each document still counts once.
//
// earlier holds weights that documents taught of which some are gone. They take the place of
// the prior, so that what these documents taught still counts, and each fit begins with the
// same ones. A source that taught them is held out without them. -earlier "" fits to what is
// kept alone.
//
// With -own it measures the weights in use, and fits none: also on unseen.jsonl.gz, made-up
// documents that are in no fit. With -list it lists the documents
// whose names are not accepted, and what decided.
//
// With -out it writes a file of weights for each field, with the figures that were
// reached. Nothing of a document goes into it. Readings are kept in
// build/fit/readings; remove them when the reader has changed.
package main
