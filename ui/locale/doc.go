// Package locale translates the window's sentences into the user's language.
//
// A sentence in the code is English and its own key, as in the toolkit
// (fyne.io/fyne/v2/lang):
//
//	locale.L("Nothing has been changed yet")
//	locale.L("The plan is saved as {{.File}}.", "File", file)
//	locale.N("{{.N}} file was renamed.", "{{.N}} files were renamed.", n)
//
// L takes the values of its gaps as pairs of name and value. N chooses the language's form
// for n; the plural form is the key, and {{.N}} is n with its digits grouped. A gap takes a
// name, a number or a whole translated sentence, never a part of one such as a verb: a
// sentence with alternatives is several sentences.
//
// Sentences are literals at the call, so that a test can read them: it compares en.json with
// the code, and finds words in ui that bypass this package. After changing words run
//
//	scripts/with-go go test . -run Catalogue -update
//
// Another language is another file with the same keys, such as de.json; the same command
// adds missing sentences in English, to be translated. DESKHAND_LOCALE overrides the
// system's language; "pseudo" is English with accents, two fifths longer and in « », which
// shows sentences that are not in the catalogue or do not fit.
//
// It may import the toolkit's lang and its own early. Any goroutine may call it, except for
// Load.
package locale
