// Package span has ranges of days and of amounts, as requests name them: "last year",
// "between 50 and 80 euros". It imports nothing of ours, and knows neither the clock nor
// a language.
package span
