// Package locale says the sentences of the window, through the catalogue of the
// person's language.
//
// A sentence stands in the code in English and is its own key, as is the toolkit's
// way (fyne.io/fyne/v2/lang):
//
//	locale.L("Nothing has been changed yet")
//	locale.L("The plan is saved as {{.File}}.", "File", file)
//	locale.N("{{.N}} file was renamed.", "{{.N}} files were renamed.", n)
//
// L takes the values for its gaps in pairs of a name and a value. N chooses the
// form for n as the language does; the form for many is the key, and {{.N}} is n
// with its thousands apart. A gap is filled with a value: a name, a number, a
// sentence that was said already, never a part of a sentence such as a verb. Where
// one gap has several forms, there are several sentences.
//
// The sentences are literals at the call, so that a test can read them: it keeps
// en.json equal to what the code says, and finds words elsewhere in ui that are
// not said through this package. After a change of words run
//
//	scripts/with-go go test . -run Catalogue -update
//
// Another language is another file next to en.json with the same keys, as de.json is;
// the same command gives it what is missing, in English, to be translated. DESKHAND_LOCALE names a language instead of the system's; "pseudo" is
// English with accents, two fifths longer and in « », by which one sees what is
// not in the catalogue, and what has no room to be longer.
//
// It imports the toolkit's lang and its own early; every goroutine may call it,
// but for Load.
package locale
