package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// abilityRequests ask in the papers for each thing that the rules can do, in each of
// the four languages.
var abilityRequests = []request{
	// Tidy, only, except.
	{"tidy only the contract", "vertrag.txt > *", ""},
	{"Renomme tout sauf les factures et le contrat", "bon.txt > *; dollar.txt > *", ""},
	{"Renombra solo las facturas de Acme", "acme march.txt > *; acme nov.txt > *", ""},

	// A name of one's own.
	{"Renomme lease.pdf en Bail.pdf", "lease.pdf > Bail.pdf", ""},
	{"Renombra lease.pdf a Alquiler.pdf", "lease.pdf > Alquiler.pdf", ""},
	{"Renomme lease.pdf en « Mon bail »", "lease.pdf > Mon bail.pdf", ""},

	// Into folders and into the trash.
	{"Copie lease.pdf dans le dossier Sauvegarde", "+ Sauvegarde/lease.pdf", ""},
	{"Copia lease.pdf en la carpeta Copias", "+ Copias/lease.pdf", ""},
	{"Déplace toutes les images vers Photos", "IMG_0001.png > Photos/IMG_0001.png; IMG_0002.png > Photos/IMG_0002.png", ""},
	{"move the receipts under 20 euros into Small", "bon.txt > Small/bon.txt", ""},
	{"Verschiebe die Rechnungen zwischen 10 und 100 Euro in den Ordner Mittel", "acme march.txt > Mittel/acme march.txt; strom.txt > Mittel/strom.txt", ""},
	{"Mets lease.pdf à la corbeille", "lease.pdf >", ""},
	{"Tira lease.pdf a la papelera", "lease.pdf >", ""},
	{"delete the receipts", "", "Say \"yes\"; bon.txt; dollar.txt"},
	{"Lösche alle Rechnungen von 2023", "", "„ja“; strom.txt; -acme march.txt"},

	// Names by a pattern.
	{"Écris tous les noms des images en minuscules", "IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png", ""},
	{"Pon los nombres de las fotos en minúsculas", "IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png", ""},
	{"Remplace IMG par Photo dans tous les noms", "IMG_0001.png > Photo_0001.png; IMG_0002.png > Photo_0002.png", ""},
	{"Reemplaza IMG por Foto en todos los nombres", "IMG_0001.png > Foto_0001.png; IMG_0002.png > Foto_0002.png", ""},
	{"Ajoute « 2024 » devant les noms des images", "IMG_0001.png > 2024IMG_0001.png; IMG_0002.png > 2024IMG_0002.png", ""},
	{"Añade \"2024 \" delante de los nombres de las fotos", "IMG_0001.png > 2024 IMG_0001.png; IMG_0002.png > 2024 IMG_0002.png", ""},
	{"Numérote les images", "IMG_0001.png > 01 IMG_0001.png; IMG_0002.png > 02 IMG_0002.png", ""},
	{"Numera las fotos", "IMG_0001.png > 01 IMG_0001.png; IMG_0002.png > 02 IMG_0002.png", ""},

	// Into folders by something.
	{"sort everything into folders by year", byYears, ""},
	{"Sortiere alles nach Monat in Ordner", byMonth, ""},
	{"Classe tout par entreprise", byCompany, ""},
	{"Ordena todo por empresa en carpetas", byCompany, ""},
	{"Trie les images par type dans des dossiers", "IMG_0001.png > PNG/IMG_0001.png; IMG_0002.png > PNG/IMG_0002.png", ""},

	// Duplicates.
	{"show me the duplicates", "", "Draft.md"},
	{"Gibt es doppelte Dateien?", "", "Draft.md"},
	{"Y a-t-il des fichiers en double ?", "", "Draft.md"},
	{"¿Hay archivos duplicados?", "", "Draft.md"},

	// Find by name, kind, sender, date, amount.
	{"find lease", "", "lease.pdf"},
	{"Finde lease", "", "lease.pdf"},
	{"Cherche lease", "", "lease.pdf"},
	{"Busca lease", "", "lease.pdf"},
	{"find all contracts", "", "vertrag.txt; -strom.txt"},
	{"Zeige alle Verträge", "", "vertrag.txt; -strom.txt"},
	{"Montre les contrats", "", "vertrag.txt; -strom.txt"},
	{"Muéstrame los contratos", "", "vertrag.txt; -strom.txt"},
	{"find the invoices from Acme Inc.", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"Suche Rechnungen von ACME", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"Cherche les factures de Acme", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"Busca las facturas de Acme", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"find everything from March 2024", "", "1 file:\n\n- acme march.txt"},
	{"Suche alles aus dem März 2024", "", "1 Datei:\n\n- acme march.txt"},
	{"Trouve les fichiers de mars 2024", "", "1 fichier :\n\n- acme march.txt"},
	{"Busca los archivos de marzo de 2024", "", "1 archivo:\n\n- acme march.txt"},
	{"show the files from last year", "", "1 file:\n\n- acme nov.txt"},
	{"Zeige die Dateien vom letzten Jahr", "", "1 Datei:\n\n- acme nov.txt"},
	{"Montre les fichiers de l'année dernière", "", "1 fichier :\n\n- acme nov.txt"},
	{"Muestra los archivos del año pasado", "", "1 archivo:\n\n- acme nov.txt"},
	{"find invoices over 100 euros", "", "1 file:\n\n- acme nov.txt"},
	{"Finde Rechnungen über 100 €", "", "1 Datei:\n\n- acme nov.txt"},
	{"Trouve les factures de plus de 100 euros", "", "1 fichier :\n\n- acme nov.txt"},
	{"Busca las facturas de más de 100 euros", "", "1 archivo:\n\n- acme nov.txt"},
	{"find receipts over 20 dollars", "", "1 file:\n\n- dollar.txt"},

	// How many, what was done, what is in a folder, undo.
	{"how many invoices are there?", "", "3 files"},
	{"Wie viele Rechnungen gibt es?", "", "3 Dateien"},
	{"Combien de factures y a-t-il ?", "", "3 fichiers"},
	{"¿Cuántas facturas hay?", "", "3 archivos"},
	{"how many files are in here, subfolders not counted?", "", "11 files"},
	{"what has been done so far?", "", "Nothing"},
	{"Was wurde bisher gemacht?", "", "Bisher wurde nichts verschoben"},
	{"Qu'as-tu fait jusqu'ici ?", "", "Rien n'a encore été déplacé"},
	{"¿Qué se ha hecho?", "", "Todavía no se ha movido nada"},
	{"give me a summary of this folder", "", "11 files, 1 folder"},
	{"Was ist in diesem Ordner?", "", "11 Dateien, 1 Ordner"},
	{"Que contient ce dossier ?", "", "11 fichiers, 1 dossier"},
	{"¿Qué contiene esta carpeta?", "", "11 archivos, 1 carpeta"},
	{"Annule la dernière modification", "", "-compris"},
	{"Deshaz el último cambio", "", "-entendido"},

	// What can be done is told from the tools on offer.
	{"what tools do you have?", "", "triage_propose"},
	{"which git tools can you call", "", "git; -acme march.txt"},
	{"can you send email?", "", "email"},
	{"Welche Werkzeuge hast du?", "", "triage_propose"},
	{"Kannst du E-Mails verschicken?", "", "-verstanden"},
	{"Quels outils as-tu ?", "", "triage_propose"},
	{"Peux-tu envoyer des mails ?", "", "-compris"},
	{"¿Qué herramientas tienes?", "", "triage_propose"},
	{"¿Puedes enviar correos?", "", "-entendido"},
	{"Que peux-tu faire ?", "", "triage_propose"},
	{"¿Qué puedes hacer?", "", "triage_propose"},
}

func TestEachThingThatTheRulesCanDoIsAskedForInFourLanguages(t *testing.T) {
	mustGoAsWanted(t, papers, abilityRequests, 0.9)
}

// What is asked back is done on a yes in the same conversation, and not without.
func TestWhatIsAskedBackIsDoneOnAYes(t *testing.T) {
	for _, row := range []struct{ first, says, want string }{
		{"rename the reciepts", "rename the receipts", "bon.txt > *; dollar.txt > *"},
		{"delete the receipts", "bon.txt", "bon.txt >; dollar.txt >"},
		{"Lösche alles, was älter als 2023 ist", "vertrag.txt", "vertrag.txt >"},
		{"delete the duplicates", "Draft.md", "Draft copy.md >"},
	} {
		p := newPerson(t)
		dir := filepath.Join(t.TempDir(), "Inbox")
		before, err := writeFolder(dir, papers())
		if err != nil {
			t.Fatal(err)
		}
		said := p.deskhand("ask", row.first, "--in", dir, "--model", "none", "--approve", "all").out
		if got, err := changesSince(dir, before); err != nil || len(got) > 0 || !strings.Contains(said, row.says) {
			t.Errorf("%s: %v, %v, says %s", row.first, got, err, said)
		}
		said = p.deskhand("ask", "yes", "--in", dir, "--continue", "--model", "none", "--approve", "all").out
		if got, err := changesSince(dir, before); err != nil || !fits(got, row.want) {
			t.Errorf("%s, yes: %v, %v, says %s", row.first, got, err, said)
		}
	}
}
