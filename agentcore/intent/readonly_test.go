package intent

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestReadOnly(t *testing.T) {
	const (
		look   = true
		change = false
	)
	rows := []struct {
		request string
		want    bool
	}{
		// Reading verbs and questions.
		{"show me the receipts", look},
		{"List all PDFs in this folder.", look},
		{"read the invoice from March", look},
		{"count the photos", look},
		{"what is in this folder?", look},
		{"What's in here", look},
		{"which of these is the oldest?", look},
		{"how many files are there?", look},
		{"Find the contract with Miller", look},
		{"is there a receipt from ACME?", look},
		{"summarize the letter please", look},
		{"tell me the total of the invoices", look},
		{"can you show me the newest file", look},
		{"list the receipts and invoices in this folder", look},
		{"list the receipts, the invoices and the letters", look},
		{"show file names and sizes", look},
		{"what's the name of the biggest file?", look},
		{"list empty files", look},
		{"show the copy of the contract", look},
		{"display the sort order", look},
		{"list the renamed files", look},
		{"which files were moved yesterday?", look},
		{"what is in 'rename me.txt'?", look},
		{`read "delete all files.pdf"`, look},
		{"read move.txt", look},
		{"list /home/me/sort/copy", look},
		{"is the archive complete?", look},
		{"find duplicates", look},
		{"Zeig mir die Rechnungen", look},
		{"Was ist in diesem Ordner?", look},
		{"Liste alle PDFs auf", look},
		{"Lies den Brief vom Finanzamt vor", look},
		{"Wie viele Dateien sind hier?", look},
		{"Fass den Brief zusammen und zeige die Summe", look},
		{"Suche die Rechnung von der Telekom", look},
		{"Welche Datei ist am größten?", look},
		// Changing verbs, alone and next to reading ones.
		{"rename these files", change},
		{"tidy this folder", change},
		{"sort the receipts by year", change},
		{"Organize my downloads", change},
		{"bump the version in the names", change},
		{"read the list and bump the numbers", change},
		{"show the files and zorp them", change},
		{"Read the receipts and sort them into folders", change},
		{"list the files, then delete the duplicates", change},
		{"look at these and name them properly", change},
		{"read the invoices and file them by issuer", change},
		{"find all screenshots and move them to Pictures", change},
		{"can you rename the scans?", change},
		{"what would you rename?", change},
		{"help me clean up, start by renaming the scans", change},
		{"show me what you can do and copy the photos", change},
		{"read this and make a folder for each issuer", change},
		{"find the big files and get rid of them", change},
		{"look through these, I want them sorted by date", change},
		{"undo the last batch", change},
		{"write a summary of the letter to summary.txt", change},
		{"hello", change},
		{"", change},
		{"Benenne die Scans um", change},
		{"Räum diesen Ordner auf", change},
		{"Lies die Belege und sortiere sie in Ordner", change},
		{"Kannst du das bitte umbenennen?", change},
		{"Zeige die Bilder und lösche die doppelten", change},
		{"Schau dir das an und versuch, die Dateien umzubenennen", change},
		{"Lege einen Ordner für Rechnungen an", change},
		// Explicit prohibitions beat changing verbs.
		{"don't change anything; tell me what you would rename", look},
		{"Don’t change anything, just tell me how you'd sort this", look},
		{"do not touch my files. What would you move?", look},
		{"without changing anything, tell me which files to rename", look},
		{"Tell me what to rename but don't touch anything yet", look},
		{"no changes please, only propose how to organize this", look},
		{"change nothing and tell me what you would tidy", look},
		{"nothing should be changed: how would you sort these?", look},
		{"don't rename, move or delete anything, just look", look},
		{"Don't rename anything; tell me what you would rename", look},
		{"I don't want you to modify any files. Suggest how to sort them.", look},
		{"leave everything as it is and tell me what you'd rename", look},
		{"read-only please: tidy?", look},
		{"do a dry run of tidying this folder", look},
		{"never edit these documents, sort order only", look},
		{"Ändere nichts, sag mir nur, was du umbenennen würdest", look},
		{"Bitte nichts verändern! Wie würdest du das sortieren?", look},
		{"Sag mir, was du umbenennen würdest, ohne etwas zu ändern", look},
		{"Keine Änderungen, nur zeigen, wie du sortieren würdest", look},
		{"Fass nichts an. Was würdest du verschieben?", look},
		{"Die Dateien nicht anfassen, nur vorschlagen, wie man sie ordnen könnte", look},
		{"Benenne nichts um, zeig nur die Liste", look},
		{"Lass alles wie es ist und sag, was du löschen würdest", look},
		// Who asks how something is done, or how things are, wants to be told.
		{"How do I rename files with this?", look},
		{"how can I undo a batch?", look},
		{"git status", look},
		{"show me the git log and the diff", look},
		{"How do I sort these? Just sort them by year", change},
		{"Wie kann ich die Scans umbenennen?", look},
		// French and Spanish.
		{"Ne change rien, montre-moi les factures", look},
		{"Combien de fichiers y a-t-il ?", look},
		{"Liste les fichiers sans rien modifier", look},
		{"Range les fichiers sauf bail.pdf", change},
		{"Renomme tous les fichiers", change},
		{"No cambies nada, muestra los archivos", look},
		{"¿Cuántos archivos hay?", look},
		{"Lista los archivos sin cambiar nada", look},
		{"Renombra todos los archivos excepto contrato.pdf", change},
		// A prohibition of one thing leaves the rest allowed.
		{"rename them but don't move anything", change},
		{"Verschieb die Rechnungen nach Steuer, den Rest nicht anfassen", change},
		{"Benenne die Rechnungen um, die anderen nicht anfassen", change},
		{"Den Rest nicht anfassen", look},
		{"sort these into folders but don't delete anything", change},
		{"tidy this folder but don't touch the photos", change},
		{"rename the scans without changing the extension", change},
		{"sort the files, don't change the file names", change},
		{"rename them without changing anything else", change},
		{"don't change anything but rename the scans", change},
		{"don't change anything except the names of the scans", change},
		{"rename the files that I did not touch yesterday", change},
		{"rename the files that were not changed yesterday", change},
		{"don't delete anything, move it to Archive", change},
		{"Benenne sie um, ohne die Endung zu ändern", change},
		{"Räum auf, aber lösche nichts", change},
		{"Ändere nichts außer den Namen der Scans", change},
	}
	for _, row := range rows {
		t.Run(row.request, func(t *testing.T) {
			if got := ReadOnly(row.request); got != row.want {
				t.Errorf("read-only = %v, want %v (words %q)", got, row.want, split(row.request))
			}
		})
	}
}

func TestAProhibitionOfAllChangesHoldsWhateverFollows(t *testing.T) {
	verbs := []string{"rename", "move", "sort", "organize", "tidy", "delete", "copy"}
	rapid.Check(t, func(t *rapid.T) {
		verb := rapid.SampledFrom(verbs).Draw(t, "verb")
		ban := rapid.SampledFrom([]string{"Don't change anything", "No changes", "Ändere nichts"}).Draw(t, "ban")
		for _, request := range []string{
			ban + ". Which ones would you " + verb + "?", "Which ones would you " + verb + "? " + ban + "!",
		} {
			if !ReadOnly(request) {
				t.Fatalf("%q is taken for a change", request)
			}
		}
	})
}

func TestAChangingVerbIsNeverOverlookedBehindAReadingOne(t *testing.T) {
	reading := []string{"show", "list", "read", "count"}
	verbs := []string{"rename", "move", "sort", "organize", "tidy", "bump", "delete", "copy", "frobnicate"}
	rapid.Check(t, func(t *rapid.T) {
		request := rapid.SampledFrom(reading).Draw(t, "reading") + " the receipts and " +
			rapid.SampledFrom(verbs).Draw(t, "verb") + " them"
		if ReadOnly(request) {
			t.Fatalf("%q is taken for a look", request)
		}
	})
}

func FuzzReadOnly(f *testing.F) {
	for _, s := range []string{"don't", `"`, "nicht", "no no no, or move", "„a“", "a.b.", "and , and", "umzu", "ing"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := ReadOnly(s); got != ReadOnly(" "+s+" ") {
			t.Errorf("space round %q changes the answer", s)
		}
	})
}

func TestALongRequestIsReadInLinearTime(t *testing.T) {
	// Fifty thousand words without an end of a clause: read over and over,
	// they would take minutes.
	for _, word := range []string{"no ", "nichts ", "don't rename ", "sorted ", "not moved and ", "«", " '"} {
		ReadOnly(strings.Repeat(word, 50_000))
	}
}
