// Package alike finds texts that are the same but for how they were read: two scans of
// one page. It compares their words, which a reading may get wrong here and there, and
// apart from these their numbers, which tell an invoice from the next of the same
// sender.
//
// It is pure. An Index belongs to one goroutine.
package alike
