package main

import "testing"

// unseenRequests are what people ask for in the papers, as they say it: politely,
// carelessly, with slips. They were written before a result was seen: 25 of 82 went as
// wanted at first.
var unseenRequests = []request{
	// English.
	{"hi, could you please give all these files proper names? thanks", allPapers, ""},
	{"can u pls sort all of this into folders, one for each company", byCompany, ""},
	{"ok so I need all the invoices in a folder called Invoices please", "acme march.txt > Invoices/acme march.txt; acme nov.txt > Invoices/acme nov.txt; strom.txt > Invoices/strom.txt", ""},
	{"move the invoice from Acme into Taxes", "", "acme march.txt; acme nov.txt"},
	{"rename the receipt from REWE and nothing else", "bon.txt > *", ""},
	{"which bills were over 100 euros?", "", "acme nov.txt; -strom.txt; -acme march.txt"},
	{"trash everything older than 2023", "", "vertrag.txt; -strom.txt"},
	{"put the electricity bill in a folder called Power", "strom.txt > Power/strom.txt", ""},
	{"tidy up but keep the receipts the way they are", notReceipts, ""},
	{"I accidentally have some files twice, which ones?", "", "Draft.md"},
	{"make everything lowercase except the IMG files", "Draft copy.md > draft copy.md; Draft.md > draft.md", ""},
	{"how much stuff is in here", "", "11 files"},
	{"what did I get from Acme last year", "", "acme nov.txt; -acme march.txt"},
	{"move reciepts to Receipts folder", "", "receipts"},
	{"get the pictures out of here, into Pictures", "IMG_0001.png > Pictures/IMG_0001.png; IMG_0002.png > Pictures/IMG_0002.png", ""},
	{"nothing over 50 euros should be touched, rename the rest", "acme march.txt > *; bon.txt > *", ""},
	{"Sort by month please, folders are fine", byMonth, ""},
	{"rename the files from March 2024", "acme march.txt > *", ""},
	{"which files cost between 10 and 20 euros?", "", "acme march.txt; -strom.txt; -bon.txt"},
	{"could you have a look at lease.pdf and tell me what it says", "", "lease.pdf; -did not understand"},
	{"Please do not delete anything, just list the duplicates", "", "Draft.md"},
	{"replace acme with Acme in every name", "acme march.txt > Acme march.txt; acme nov.txt > Acme nov.txt", ""},
	{"everything from 2024 goes into a folder 2024", "acme march.txt > 2024/acme march.txt; bon.txt > 2024/bon.txt; dollar.txt > 2024/dollar.txt", ""},
	{"the lease should be called Flat lease.pdf", "lease.pdf > Flat lease.pdf", ""},
	{"clean up my desktop and empty the trash", "", "trash"},
	{"yeah go on then", "", ""},
	{"what's the total of all my receipts", "", ""},

	// German.
	{"Kannst du mir bitte mal alle Rechnungen in einen Ordner namens Rechnungen packen?", "acme march.txt > Rechnungen/acme march.txt; acme nov.txt > Rechnungen/acme nov.txt; strom.txt > Rechnungen/strom.txt", ""},
	{"ich hätte gern alles nach Firmen sortiert", byCompany, ""},
	{"mach mal bitte die ganzen dateinamen klein", allLower, ""},
	{"Alles umbenennen bitte, aber lass die Quittungen so wie sie sind", notReceipts, ""},
	{"welche rechnungen sind über 50 euro", "", "acme nov.txt; strom.txt; -acme march.txt; -dollar.txt"},
	{"Zeig mir mal was von Acme da ist", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"Verschieb alles was älter als 2024 ist ins Archiv", "strom.txt > Archiv/strom.txt; vertrag.txt > Archiv/vertrag.txt", ""},
	{"Die Rechnung von den Stadtwerken bitte in den Ordner Strom", "strom.txt > Strom/strom.txt", ""},
	{"gib allen dateien mal nen vernünftigen namen", allPapers, ""},
	{"Räum hier bitte auf aber die Fotos bleiben wo sie sind", allPapers, ""},
	{"Was liegt hier alles rum?", "", "strom.txt"},
	{"Wie viele Belege hab ich von REWE?", "", "1 Datei; bon.txt"},
	{"lösch mal die doppelten dateien", "", "Draft.md"},
	{"Ich glaube das war falsch, mach das bitte wieder rückgängig", "", "-verstanden"},
	{"Umbennen bitte nur die Rechnugen", "", "echnungen"},
	{"Sortiere die Sachen bitte nach Jahr und Monat in Unterordner", byMonth, ""},
	{"Welche Dateien liegen zwischen 10 und 100 Euro?", "", "acme march.txt; strom.txt; -bon.txt; -acme nov.txt"},
	{"Kopiere bitte den Mietvertrag in den Ordner Sicherung", "+ Sicherung/vertrag.txt", ""},
	{"alles ausser den pdfs und den bildern bitte vernünftig benennen", allPapers, ""},
	{"Kannst du die Rechnungen vom letzten Jahr in den Ordner Steuer verschieben?", "acme nov.txt > Steuer/acme nov.txt", ""},
	{"ich will dass alle bilder urlaub heißen", "", "urlaub"},
	{"Was hast du zuletzt gemacht?", "", "Bisher wurde nichts verschoben"},
	{"Sind Quittungen dabei die mehr als 20 Dollar gekostet haben?", "", "1 Datei:\n\n- dollar.txt"},
	{"Tu die Fotos und die PDFs zusammen in einen Ordner Diverses", "IMG_0001.png > Diverses/IMG_0001.png; IMG_0002.png > Diverses/IMG_0002.png; lease.pdf > Diverses/lease.pdf", ""},
	{"Wirf alles weg was nicht Rechnung ist", "", ""},
	{"lease.pdf soll Mietvertrag Wohnung heißen", "lease.pdf > Mietvertrag Wohnung.pdf", ""},
	{"Bitte erst mal nur gucken, was würde sich ändern wenn du aufräumst?", "", "würde"},

	// French.
	{"Bonjour, peux-tu renommer tous les fichiers s'il te plaît ?", allPapers, ""},
	{"Mets toutes les factures dans un dossier Factures", "acme march.txt > Factures/acme march.txt; acme nov.txt > Factures/acme nov.txt; strom.txt > Factures/strom.txt", ""},
	{"Je voudrais ranger ça par année", byYears, ""},
	{"Quelles factures dépassent 50 euros ?", "", "acme nov.txt; strom.txt; -acme march.txt"},
	{"Supprime les doublons", "", "Draft.md"},
	{"Renomme tout sauf le contrat", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *", ""},
	{"Combien de photos y a-t-il ?", "", "2 fichiers"},
	{"déplace les fichiers de 2024 vers Archives", "acme march.txt > Archives/acme march.txt; bon.txt > Archives/bon.txt; dollar.txt > Archives/dollar.txt", ""},
	{"Range tout mais laisse les reçus tels quels", notReceipts, ""},
	{"Qu'est-ce que tu as fait ?", "", "Rien n'a encore été déplacé"},
	{"Trouve la facture d'Acme", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"Donne un nom correct à chaque fichier", allPapers, ""},
	{"mets les noms en minuscules stp", allLower, ""},
	{"Jette lease.pdf à la poubelle", "lease.pdf >", ""},

	// Spanish.
	{"Hola, ¿puedes ordenar estos archivos por favor?", allPapers, ""},
	{"Mueve las facturas a la carpeta Facturas", "acme march.txt > Facturas/acme march.txt; acme nov.txt > Facturas/acme nov.txt; strom.txt > Facturas/strom.txt", ""},
	{"¿Qué facturas son de más de 50 euros?", "", "acme nov.txt; strom.txt; -acme march.txt"},
	{"Quiero una carpeta por año", byYears, ""},
	{"Ponles nombres decentes a todos los archivos", allPapers, ""},
	{"Renombra todo menos los recibos", notReceipts, ""},
	{"¿Cuántos archivos hay aquí?", "", "11 archivos"},
	{"borra los duplicados", "", "Draft.md"},
	{"Busca lo que sea de Acme", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"pon las fotos en Imágenes", "IMG_0001.png > Imágenes/IMG_0001.png; IMG_0002.png > Imágenes/IMG_0002.png", ""},
	{"¿Qué has hecho hasta ahora?", "", "Todavía no se ha movido nada"},
	{"No toques el contrato, lo demás renómbralo", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *", ""},
	{"cambia IMG por Foto en todos los nombres", "IMG_0001.png > Foto_0001.png; IMG_0002.png > Foto_0002.png", ""},
	{"Mueve lo anterior a 2023 a Viejo", "vertrag.txt > Viejo/vertrag.txt", ""},
}

// What has to become of the papers.
const (
	allPapers   = "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *; vertrag.txt > *"
	notReceipts = "acme march.txt > *; acme nov.txt > *; strom.txt > *; vertrag.txt > *"
	allLower    = "Draft copy.md > draft copy.md; Draft.md > draft.md; IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png"
	byCompany   = "acme march.txt > Acme*/acme march.txt; acme nov.txt > A*/acme nov.txt; bon.txt > REWE*/bon.txt; dollar.txt > Best Coffee*/dollar.txt; strom.txt > Stadtwerke*/strom.txt; vertrag.txt > Wohnbau*/vertrag.txt"
	byMonth     = "acme march.txt > 2024/03/acme march.txt; acme nov.txt > 20[0-9][0-9]/11/acme nov.txt; bon.txt > 2024/02/bon.txt; dollar.txt > 2024/01/dollar.txt; strom.txt > 2023/04/strom.txt; vertrag.txt > 2022/06/vertrag.txt"
	byYears     = "acme march.txt > 2024/acme march.txt; acme nov.txt > 20[0-9][0-9]/acme nov.txt; bon.txt > 2024/bon.txt; dollar.txt > 2024/dollar.txt; strom.txt > 2023/strom.txt; vertrag.txt > 2022/vertrag.txt"
)

func TestRequestsThatWereWrittenBeforeAResultWasSeen(t *testing.T) {
	mustGoAsWanted(t, papers, unseenRequests, 0.9)
}
