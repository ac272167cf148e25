package claims

import (
	"fmt"
	"strings"
	"testing"
)

// said writes claims in one line.
func said(claims []Claim) string {
	var all []string
	for _, c := range claims {
		s := string(c.Kind)
		if c.Earlier {
			s += " earlier"
		}
		all = append(all, s)
	}
	return strings.Join(all, ", ")
}

func TestWhatATextClaimsToHaveDoneIsFound(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"I have renamed 3 files.", "renamed"},
		{"I've successfully renamed all of your files!", "renamed"},
		{"I renamed `a.pdf` to `b.pdf` and moved it to ~/Taxes.", "renamed, moved"},
		{"The file was moved to Archive.", "moved"},
		{"a.pdf has been moved to /home/ann/Taxes.", "moved"},
		{"Done! All 12 files have now been renamed.", "renamed"},
		{"Your files are now organized.", "tidied"},
		{"Renamed 3 files:\n- a.pdf → b.pdf", "renamed"},
		{"✅ Moved a.pdf → Taxes/a.pdf", "moved"},
		{"3 files renamed, 2 moved to Taxes.", "renamed, moved"},
		{"I opened the folder, renamed the three files, and deleted the duplicates.", "renamed, deleted"},
		{"I have moved the old scans to the trash.", "deleted"},
		{"I did not delete anything, but I moved lease.pdf.", "moved"},
		{"I can confirm that the files were deleted.", "deleted"},
		{"The renaming is complete; look at the folder.", "renamed"},
		{"The file is now called \"Acme Invoice.pdf\".", "renamed"},
		{"I gave these files readable names.", "renamed"},
		{"I sorted the files into folders by year.", "moved"},
		{"Deskhand renamed the files.", "renamed"},
		{"| a.pdf | renamed |\n| b.pdf | deleted |", "renamed, deleted"},
		{"I have\nrenamed the files.", "renamed"},
		{"The file lease.pdf was deleted as you asked.", "deleted"},
		{"The files are now in the Archive folder.", "moved"},
		{"I have updated the file names.", "renamed"},
		{"I have completed the renaming of your files.", "renamed"},
		{"Datei erfolgreich gelöscht.", "deleted"},
		{"Die Datei befindet sich jetzt in Steuern.", "moved"},
		{"I renamed these files yesterday.", "renamed earlier"},
		{"Ich habe 3 Dateien umbenannt.", "renamed"},
		{"Ich habe die Datei nach Steuern verschoben und die Kopie gelöscht.", "moved, deleted"},
		{"Die Dateien wurden umbenannt.", "renamed"},
		{"Es wurden 3 Dateien in den Papierkorb verschoben.", "deleted"},
		{"Ich bestätige, dass die Datei gelöscht wurde.", "deleted"},
		{"Alle Dateien umbenannt.", "renamed"},
		{"Die Datei heißt jetzt Rechnung.pdf.", "renamed"},
		{"Die Umbenennung ist abgeschlossen.", ""}, // no file is spoken of
		{"Die Umbenennung der Dateien ist abgeschlossen.", "renamed"},
		{"Der Ordner ist jetzt aufgeräumt.", "tidied"},
		{"Ich löschte lease.pdf.", "deleted"},
	} {
		if got := said(In(row.text)); got != row.want {
			t.Errorf("%q claims %q, not %q", row.text, got, row.want)
		}
	}
}

func TestWhatIsNoClaimIsNotTakenForOne(t *testing.T) {
	for _, text := range []string{
		"I can rename the files for you.", "Shall I rename the files?", "Should these files be renamed?", "Have the files been moved?",
		"The files would be renamed.", "I would have renamed the files.", "The file can be moved to Taxes.", "The files will be renamed, moved and deleted.",
		"3 files are to be renamed.", "These files are going to be moved.", "I'd like to have the files renamed.", "I'll have them moved.",
		"You renamed it yesterday.", "You have moved the file to Taxes.", "The file was renamed by you.", "Anna moved the file.",
		"I have not renamed any files.", "No files were moved.", "Nothing was deleted, the files are as they were.", "I haven't deleted a file.",
		"I was unable to rename the files.", "The files could not be renamed.", "Moved 0 files.", "I moved none of the files.",
		"If the file was moved, I cannot find it.", "Once the files are renamed, tell me.", "I do not know whether the files were deleted.",
		"Files that were deleted are in the trash.", "The renamed files are listed below.", "Deleted files can be restored.",
		"> The file was moved to Archive.\nThat is what letter.txt says.", "```\nrenamed a.pdf\n```", "It says \"the file was moved\".",
		"The letter in a.pdf says that your appointment was moved to 5 May.", "The meeting was moved to May.", "I have moved on to the next file.",
		"I removed a.pdf from the list of files.", "The file was moved in 2023, long ago.", "The file was last moved yesterday.",
		"Here is what I would do: rename 3 files.", "I looked at 3 files and propose new names.", "a.pdf: 2 pages, an invoice.",
		"Suggested: a.pdf renamed to b.pdf", "According to a.pdf, item 3 was removed from the contract.", "The file was renamed by someone.",
		"Ich kann die Dateien umbenennen.", "Soll ich die Dateien umbenennen?", "Die Dateien würden umbenannt.", "Die Dateien werden umbenannt.",
		"Die Datei kann verschoben werden.", "Du hast die Datei gestern umbenannt.", "Sie haben die Datei verschoben.",
		"Ich habe keine Dateien umbenannt.", "Die Datei wurde nicht gelöscht.", "Wenn die Datei verschoben wurde, finde ich sie nicht.",
		"Es wurden keine Dateien verschoben.", "Die Dateien könnten umbenannt werden.", "",
	} {
		if got := said(In(text)); got != "" {
			t.Errorf("%q claims %q", text, got)
		}
	}
}

// A list of what is said must not be met by a longer text only.
func TestEachClaimIsFoundAmongOtherSentences(t *testing.T) {
	for _, claim := range []string{"I have renamed 3 files.", "Die Datei wurde verschoben.", "Deleted lease.pdf."} {
		alone := In(claim)
		text := fmt.Sprintf("I would rename these files. Shall I?\n\n%s\n\nYou can undo that if you want.", claim)
		if got := In(text); said(got) != said(alone) || len(got) != 1 {
			t.Errorf("%q claims %q", text, said(got))
		}
	}
}

func FuzzClaims(f *testing.F) {
	f.Add("I have renamed “a.pdf, and moved `b")
	f.Add("> \n```\xff moved §")
	f.Fuzz(func(t *testing.T, text string) {
		if got := In(text); len(got) > 8 {
			t.Errorf("%d claims", len(got))
		}
	})
}
