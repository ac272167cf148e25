package claims

import "strings"

// words is a set of words, from a text with blanks between them.
func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// done are the words that say what was done.
var done = map[string]Kind{
	"renamed": Renamed, "moved": Moved, "relocated": Moved, "deleted": Deleted, "removed": Deleted, "trashed": Deleted,
	"erased": Deleted, "organized": Tidied, "organised": Tidied, "tidied": Tidied, "cleaned": Tidied, "decluttered": Tidied,
	"umbenannt": Renamed, "verschoben": Moved, "verschob": Moved, "gelöscht": Deleted, "löschte": Deleted,
	"entfernt": Deleted, "entfernte": Deleted, "aufgeräumt": Tidied, "geordnet": Tidied, "einsortiert": Moved,
}

// doneInto count only where the clause says into what ("sorted into folders").
var doneInto = map[string]Kind{"sorted": Moved, "put": Moved, "sortiert": Moved, "gelegt": Moved}

// doneNames count only where the clause speaks of names ("gave them new names").
var doneNames = words("gave given changed updated gegeben vergeben geändert aktualisiert")

// named say what a file is called now ("is now called").
var named = words("called named")

// changeNouns are finished with one of finished ("the renaming is complete").
var (
	changeNouns = map[string]Kind{"renaming": Renamed, "deletion": Deleted, "umbenennung": Renamed, "löschung": Deleted}
	finished    = words("complete completed done finished successful abgeschlossen erledigt fertig erfolgreich")
)

var (
	// self is who claims, other is anybody else.
	self  = words("i i've we we've ich wir deskhand tool tools assistant system")
	other = words("you you've you'd he she they who somebody someone user du ihr er man")
	// passive make a passive of a word in done; nowAre do with a word of present
	// behind them.
	passive = words("was were been got wurde wurden worden")
	nowAre  = words("is are ist sind befindet befinden liegt liegen")
	present = words("now jetzt nun worden bereits already")
	have    = words("have has habe hab haben hat")

	// hypothetical make a plan, an offer or a wish of what follows.
	hypothetical = words("can could would will should may might must shall cannot can't couldn't wouldn't won't let want wants wanted " +
		"need needs going suggested suggestion proposed proposal planned preview be being i'd i'll we'd we'll you'll it'll they'll unable " +
		"kann können könnte könnten könnten würde würden wird werden werde soll sollen sollte sollten darf dürfen muss müssen möchte will wollen vorgeschlagen geplant vorschlag")
	// conditional do so for a whole clause.
	conditional = words("if whether unless until before once when ob wenn falls sobald bevor ehe")
	// negative deny it.
	negative = words("not no none nothing never neither nor n't haven't hasn't wasn't weren't didn't hadn't aren't isn't zero 0 failed " +
		"nicht nichts kein keine keinen keiner keines keinem nie niemals weder noch")
	// breaks begin a clause of their own; that one is relative before a verb.
	breaks   = words("but however while although though whereas because so aber sondern jedoch obwohl weil damit that dass daß")
	relative = words("that which")
	also     = words("and or und oder")

	// files mean files, also without a noun.
	files = words("file files folder folders directory document documents pdf pdfs picture pictures photo photos image images scan " +
		"scans screenshot screenshots invoice invoices receipt receipts letter letters duplicate duplicates copy copies " +
		"it they them these those everything all both each one " +
		"datei dateien ordner verzeichnis dokument dokumente bild bilder foto fotos rechnung rechnungen beleg belege quittung " +
		"quittungen duplikat duplikate kopie kopien sie es alle alles beide")
	names = words("name names namen")
	bins  = words("trash bin papierkorb")
	into  = words("into in nach")

	// articles make an adjective of what follows ("the renamed files").
	articles = words("the a an your my our these those any all die der das den dem deine ihre meine")
	// starters may stand before a claim without a subject ("Successfully
	// moved …").
	starters = words("and then also successfully done ok okay now just all finally und dann auch erfolgreich erledigt fertig yes ja")
	// finite in a clause make no claim of one that begins with its participle
	// ("renamed files are listed below").
	finite = words("is are was were has have had can will could would should may might ist sind war waren hat haben kann können wird werden")
	// ends may follow "3 files renamed".
	ends = words("and to into in as from successfully und nach zu als von erfolgreich")

	// past put it into a time before this.
	past = words("yesterday earlier previously ago last previous gestern vorhin zuvor früher letzte letzten letzter vorher")
	// by and one of byOther is somebody else's doing.
	by      = words("by von durch")
	byOther = words("you yourself dir ihnen somebody someone user")
	// elsewhere are no places for files ("removed from the list").
	elsewhere = words("list summary answer table listing plan proposal selection step topic liste zusammenfassung tabelle antwort")
)
