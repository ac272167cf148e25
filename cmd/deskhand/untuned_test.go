package main

import "testing"

// untunedRequests are what people say who never saw the lexicon. They were written
// before a result was seen: 42 of 61 went as wanted at first, and words are not
// added for single ones. Each is done as it says or refused.
var untunedRequests = []request{
	{"Kannst du bitte mal meine Sachen hier ordentlich benennen?", tidied, ""},
	{"Mach hier mal Ordnung", tidied, ""},
	{"Bring bitte Ordnung in diesen Ordner", tidied, ""},
	{"Gib den Dateien vernünftige Namen", tidied, ""},
	{"Sortier mir das alles nach Jahren", byYear, ""},
	{"Ich hätte gern für jedes Jahr einen Ordner", byYear, ""},
	{"Pack alle Rechnungen in einen Ordner Rechnungen", "Rechnung 4.txt > Rechnungen/Rechnung 4.txt; invoice.txt > Rechnungen/invoice.txt", ""},
	{"Tu die PDFs in den Ordner Dokumente", "b.pdf > Dokumente/b.pdf; lease.pdf > Dokumente/lease.pdf", ""},
	{"Schmeiß lease.pdf weg", "lease.pdf >", ""},
	{"lease.pdf brauche ich nicht mehr", "", ""},
	{"Lösch bitte die beiden Bilder", "", ""},
	{"Alles umbenennen, nur receipt.txt nicht", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Bitte alles aufräumen, die Rechnungen aber so lassen", "receipt.txt > *", ""},
	{"Finger weg von receipt.txt, der Rest darf neue Namen kriegen", "", ""},
	{"Benenn die Rechnung von den Stadtwerken um", "Rechnung 4.txt > *", ""},
	{"Wo ist denn meine Stromrechnung?", "", ""},
	{"Zeig mir alle Belege vom letzten Monat", "", ""},
	{"Welche Rechnungen sind über 50 Euro?", "", ""},
	{"Räum nur die Sachen aus 2025 auf", "Rechnung 4.txt > *", ""},
	{"Verschieb alles vor März in ein Archiv", "", ""},
	{"Die Fotos sollen Urlaub 1, Urlaub 2 und so weiter heißen", "", ""},
	{"Mach aus IMG überall Foto", "", ""},
	{"Setz das Datum vor jeden Namen", "Rechnung 4.txt > 2025-04-05 Rechnung 4.txt; invoice.txt > 2026-03-04 invoice.txt; receipt.txt > 2026-02-03 receipt.txt", ""},
	{"Hast du schon was gemacht?", "", ""},
	{"Ach nee, lass mal lieber", "", ""},
	{"Was hältst du von diesem Durcheinander?", "", ""},
	{"Sind da doppelte Dateien dabei?", "", ""},
	{"Könntest du die Quittung von REWE umbenennen?", "receipt.txt > *", ""},
	{"Leg für jede Firma einen Ordner an und sortier alles da rein", "", ""},
	{"Alles in Großbuchstaben außer den PDFs bitte", "Rechnung 4.txt > RECHNUNG 4.txt; invoice.txt > INVOICE.txt; old draft (2).md > OLD DRAFT (2).md; old draft.md > OLD DRAFT.md; receipt.txt > RECEIPT.txt", ""},
	{"this is a mess, please sort it out", tidied, ""},
	{"give everything a sensible name", tidied, ""},
	{"could you name these files better?", tidied, ""},
	{"put every bill into a folder called Bills", "Rechnung 4.txt > Bills/Rechnung 4.txt; invoice.txt > Bills/invoice.txt", ""},
	{"I want one folder per year", byYear, ""},
	{"sort my stuff by company", "Rechnung 4.txt > Stadtwerke Musterstadt GmbH/Rechnung 4.txt; invoice.txt > Acme Ltd/invoice.txt; receipt.txt > REWE Markt GmbH/receipt.txt", ""},
	{"get rid of b.pdf please", "b.pdf >", ""},
	{"chuck the old drafts", "", ""},
	{"everything but the pictures needs a new name", tidied, ""},
	{"rename them all but keep receipt.txt the way it is", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"whatever you do, don't touch invoice.txt", "", ""},
	{"rename the receipts over 50 euros", "", ""},
	{"move everything older than March to Old", "", ""},
	{"show me what came from Acme", "", ""},
	{"which of these did I pay last month?", "", ""},
	{"make the pictures into a folder", "", ""},
	{"undo that, I changed my mind", "", ""},
	{"is there anything twice in here?", "", ""},
	{"can you tidy up but leave my photos where they are", tidied, ""},
	{"please do not rename invoice.txt but do the others", "Rechnung 4.txt > *; receipt.txt > *", ""},
	{"Range ce dossier s'il te plaît", tidied, ""},
	{"Renomme seulement les factures", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Mets les photos dans un dossier Photos", "IMG_0001.png > Photos/IMG_0001.png; IMG_0002.png > Photos/IMG_0002.png", ""},
	{"Supprime lease.pdf", "lease.pdf >", ""},
	{"Ne touche pas à receipt.txt, renomme le reste", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Classe tout par année", byYear, ""},
	{"Ordena esta carpeta por favor", tidied, ""},
	{"Cambia el nombre de todo menos receipt.txt", "Rechnung 4.txt > *; invoice.txt > *", ""},
	{"Pon los PDF en la carpeta Contratos", "b.pdf > Contratos/b.pdf; lease.pdf > Contratos/lease.pdf", ""},
	{"Borra b.pdf", "b.pdf >", ""},
	{"¿Qué hay en esta carpeta?", "", ""},
}

const byYear = "Rechnung 4.txt > 2025/Rechnung 4.txt; invoice.txt > 2026/invoice.txt; receipt.txt > 2026/receipt.txt"

func TestRequestsThatNoWordWasAddedForDoNoHarm(t *testing.T) {
	mustGoAsWanted(t, inbox, untunedRequests, 0.9)
}
