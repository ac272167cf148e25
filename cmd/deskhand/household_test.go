package main

import "testing"

// household is a folder of somebody's household papers, with folders that are there.
func household() map[string]string {
	return map[string]string{
		"scan 01.txt":       "Telekom Deutschland GmbH\nRechnung\nRechnungsdatum: 12.01.2026\nRechnungsnummer: 8812\nGesamtbetrag 39,95 EUR\n",
		"water.txt":         "Yorkshire Water Ltd\nInvoice\nInvoice date: 2025-11-03\nInvoice number: 771\nTotal 61.00 GBP\n",
		"gas.txt":           "Naturgy Clientes S.A.\nFactura\nFecha de factura: 07/06/2025\nNúmero de factura: 5521\nTotal: 44,20 EUR\n",
		"statement jan.txt": "Sparkasse Musterstadt\nKontoauszug\nDatum: 31.01.2026\nKontostand 1.200,00 EUR\n",
		"statement feb.txt": "Sparkasse Musterstadt\nKontoauszug\nDatum: 28.02.2026\nKontostand 900,00 EUR\n",
		"payslip.txt":       "Muster AG\nGehaltsabrechnung\nDatum: 27.02.2026\nAuszahlungsbetrag 2.300,00 EUR\n",
		"cafe.txt":          "Café Bleu SARL\nReçu\nDate : 14/02/2026\nTotal 12,50 EUR\n",
		"lease.pdf":         "no page",
		"budget.xlsx":       "no sheet",
		"song.mp3":          "no sound",
		"photo beach.jpg":   "no picture",
		"photo dog.jpg":     "no picture either",
		"Screenshot 1.png":  "no picture of a screen",
		"Minutes.md":        "# Minutes",
		"Minutes (1).md":    "# Minutes",
		"Bills/old.md":      "# Old",
		"Taxes/older.md":    "# Older",
	}
}

const (
	householdStatements = "statement feb.txt > *Sparkasse*.txt; statement jan.txt > *Sparkasse*.txt"
)

// householdRequests were written before the reader was looked at: of them 25 went as wanted
// then, and none did harm.
var householdRequests = []request{
	{"file the statements into Taxes, not Bills", "statement feb.txt > Taxes/*; statement jan.txt > Taxes/*", ""},
	{"could you please put the water bill in Bills? thanks!", "water.txt > Bills/water.txt", ""},
	{"Tidy up. But don't touch the payslip.", "cafe.txt > *Café*.txt; gas.txt > *Naturgy*.txt; scan 01.txt > *Telekom*.txt; " + householdStatements + "; water.txt > *Yorkshire*.txt", ""},
	{"move the jpgs to Holiday 2025", "photo beach.jpg > Holiday 2025/photo beach.jpg; photo dog.jpg > Holiday 2025/photo dog.jpg", ""},
	{"pls rename teh statemnts", "", "rename the statements"},
	{"which bills are from 2025?", "", "water.txt; gas.txt; -scan 01.txt"},
	{"get rid of the duplicate minutes", "", "put 1 file into the trash"},
	{"Move everything except spreadsheets and the screenshot to Archive", "Minutes (1).md > Archive/*; Minutes.md > Archive/*; cafe.txt > Archive/*; gas.txt > Archive/*; lease.pdf > Archive/*; payslip.txt > Archive/*; photo beach.jpg > Archive/*; photo dog.jpg > Archive/*; scan 01.txt > Archive/*; song.mp3 > Archive/*; statement feb.txt > Archive/*; statement jan.txt > Archive/*; water.txt > Archive/*", ""},
	{"rename song.mp3 to \"Our song\" and put it into Music", "song.mp3 > Music/Our song.mp3", ""},
	{"what's the total of my bills?", "", "84.15; 61.00"},
	{"put the payslip where it belongs", "", ""},
	{"I don't want you to delete anything, just sort the bills into folders by sender", "gas.txt > Naturgy*/gas.txt; scan 01.txt > Telekom*/scan 01.txt; water.txt > Yorkshire*/water.txt", ""},
	{"email the payslip to my accountant", "", ""},
	{"make the names of the photos nicer", "", ""},
	{"stick all the pictures in a new folder called Snaps", "Screenshot 1.png > Snaps/*; photo beach.jpg > Snaps/*; photo dog.jpg > Snaps/*", ""},
	{"hide the payslip", "", ""},
	{"swap the names of Minutes.md and budget.xlsx", "", ""},
	{"the screenshot can go", "Screenshot 1.png >", ""},
	{"move water.txt and gas.txt to Utilities and leave the others alone", "gas.txt > Utilities/gas.txt; water.txt > Utilities/water.txt", ""},
	{"rename everything older than 2026", "gas.txt > *Naturgy*.txt; water.txt > *Yorkshire*.txt", ""},
	{"put a copy of the payslip in Bank and in Taxes", "+ Bank/payslip.txt; + Taxes/payslip.txt", ""},
	{"add the date in front of the name of the statements", "statement feb.txt > 2026-02-28*statement feb.txt; statement jan.txt > 2026-01-31*statement jan.txt", ""},
	{"remove the (1) from Minutes (1).md", "", ""},
	{"Can you sort this mess out for me?", "cafe.txt > *Café*.txt; gas.txt > *Naturgy*.txt; payslip.txt > *Muster*.txt; scan 01.txt > *Telekom*.txt; " + householdStatements + "; water.txt > *Yorkshire*.txt", ""},
	{"move anything that isn't a picture to Other", "Minutes (1).md > Other/*; Minutes.md > Other/*; budget.xlsx > Other/*; cafe.txt > Other/*; gas.txt > Other/*; lease.pdf > Other/*; payslip.txt > Other/*; scan 01.txt > Other/*; song.mp3 > Other/*; statement feb.txt > Other/*; statement jan.txt > Other/*; water.txt > Other/*", ""},

	{"Die Kontoauszüge bitte nach Taxes, nicht nach Bills", "statement feb.txt > Taxes/*; statement jan.txt > Taxes/*", ""},
	{"Leg die Rechnungen in Bills ab, nicht Taxes", "gas.txt > Bills/gas.txt; scan 01.txt > Bills/scan 01.txt; water.txt > Bills/water.txt", ""},
	{"Alle Dateinamen klein schreiben außer Minutes.md", "Minutes (1).md > minutes (1).md; Screenshot 1.png > screenshot 1.png", ""},
	{"Kannst du mir bitte die Gehaltsabrechnung umbenennen?", "payslip.txt > *Muster*.txt", ""},
	{"Räum mal bitte auf. Die Rechnungen lass aber so, wie sie sind.", "cafe.txt > *Café*.txt; payslip.txt > *Muster*.txt; " + householdStatements, ""},
	{"Was hab ich der Telekom bezahlt?", "", "39"},
	{"Lösch die doppelten Dateien, aber nicht Minutes.md", "", "1 Datei in den Papierkorb"},
	{"Verschiebe alles, was kein Bild ist, nach Papiere", "Minutes (1).md > Papiere/*; Minutes.md > Papiere/*; budget.xlsx > Papiere/*; cafe.txt > Papiere/*; gas.txt > Papiere/*; lease.pdf > Papiere/*; payslip.txt > Papiere/*; scan 01.txt > Papiere/*; song.mp3 > Papiere/*; statement feb.txt > Papiere/*; statement jan.txt > Papiere/*; water.txt > Papiere/*", ""},
	{"Pack die Bilder in nen neuen Ordner namens Schnappschüsse", "Screenshot 1.png > Schnappschüsse/*; photo beach.jpg > Schnappschüsse/*; photo dog.jpg > Schnappschüsse/*", ""},
	{"Benenn die Tabelle in Haushalt um", "budget.xlsx > Haushalt.xlsx", ""},
	{"Wieviele Rechnungen sind aus 2025?", "", "2"},
	{"Ordne die Rechnungen nach Absender und danach nach Jahr", "gas.txt > Naturgy*/2025/gas.txt; scan 01.txt > Telekom*/2026/scan 01.txt; water.txt > Yorkshire*/2025/water.txt", ""},
	{"Schick die Gehaltsabrechnung an meine Steuerberaterin", "", ""},
	{"Schreib vor alle Rechnungen das Datum", "gas.txt > 2025-06-07*gas.txt; scan 01.txt > 2026-01-12*scan 01.txt; water.txt > 2025-11-03*water.txt", ""},
	{"Rechnungen nicht umbenennen, nur nach Jahr in Ordner sortieren", "gas.txt > 2025/gas.txt; scan 01.txt > 2026/scan 01.txt; water.txt > 2025/water.txt", ""},
	{"Die Rechnungen vom Januar 2026 nach Bills", "scan 01.txt > Bills/scan 01.txt", ""},
	{"verschibe die pdfs und die tabele nach Büro", "", "tabelle nach Büro"},
	{"Kannst du singen?", "", ""},
	{"Wenn du fertig bist, fahr den Rechner runter", "", ""},
	{"Mach die Leerzeichen in den Dateinamen der JPGs zu Unterstrichen", "photo beach.jpg > photo_beach.jpg; photo dog.jpg > photo_dog.jpg", ""},

	{"Range les relevés dans Taxes, pas Bills", "statement feb.txt > Taxes/*; statement jan.txt > Taxes/*", ""},
	{"Mets toutes les images dans Photos sauf la capture d'écran", "photo beach.jpg > Photos/photo beach.jpg; photo dog.jpg > Photos/photo dog.jpg", ""},
	{"Peux-tu renommer la fiche de paie s'il te plaît ?", "payslip.txt > *Muster*.txt", ""},
	{"Quel est le total de mes factures ?", "", "84"},
	{"Supprime les doublons mais garde Minutes.md", "", "mettre 1 fichier à la corbeille"},
	{"Envoie le bail à mon comptable", "", ""},
	{"Mets les noms des fichiers en minuscules sauf Minutes.md", "Minutes (1).md > minutes (1).md; Screenshot 1.png > screenshot 1.png", ""},
	{"range les factures par fournisseur puis imprime-les", "", ""},

	{"Pon los extractos en Taxes, no en Bills", "statement feb.txt > Taxes/*; statement jan.txt > Taxes/*", ""},
	{"Renombra todo menos la nómina, por favor", "cafe.txt > *Café*.txt; gas.txt > *Naturgy*.txt; scan 01.txt > *Telekom*.txt; " + householdStatements + "; water.txt > *Yorkshire*.txt", ""},
	{"¿Cuánto suman las facturas de 2025?", "", "44; 61"},
	{"Mueve los jpg a Fotos y borra la captura de pantalla", "Screenshot 1.png >; photo beach.jpg > Fotos/photo beach.jpg; photo dog.jpg > Fotos/photo dog.jpg", ""},
	{"Quita la palabra scan de los nombres", "scan 01.txt > 01.txt", ""},
	{"No toques las facturas; renombra lo demás", "cafe.txt > *Café*.txt; payslip.txt > *Muster*.txt; " + householdStatements, ""},
	{"Imprime las facturas", "", ""},
}

func TestRequestsInAHouseholdDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, household, householdRequests, 0.9)
}

// laterRequests were written when the reader had been changed for those above, before a
// result was seen: of them 31 went as wanted then. None did harm: one was to change
// nothing, by a slip of the table, and one changed less than was wanted, for which bill
// is for gas not every bill tells.
var laterRequests = []request{
	{"Please move all bills to a folder called Paid", "gas.txt > Paid/gas.txt; scan 01.txt > Paid/scan 01.txt; water.txt > Paid/water.txt", ""},
	{"put the statements under Bank instead of Taxes", "statement feb.txt > Bank/*; statement jan.txt > Bank/*", ""},
	{"rename the payslip to \"Payslip February\"", "payslip.txt > Payslip February.txt", ""},
	{"hi there, can you tidy up everything apart from the gas bill?", "cafe.txt > *Café*.txt; payslip.txt > *Muster*.txt; statement feb.txt > *Sparkasse*.txt; statement jan.txt > *Sparkasse*.txt", ""},
	{"move the mp3 into Music and the spreadsheet into Office", "budget.xlsx > Office/budget.xlsx; song.mp3 > Music/song.mp3", ""},
	{"How much were the bills from 2025 altogether?", "", "44.20; 61.00"},
	{"i need the receipts in a folder named Food", "cafe.txt > Food/cafe.txt", ""},
	{"put the sender at the beginning of the file names of the bills", "gas.txt > Naturgy*gas.txt; scan 01.txt > Telekom*scan 01.txt; water.txt > Yorkshire Water*.txt", ""},
	{"delete everything", "", ""},
	{"copy lease.pdf and payslip.txt to Backup", "+ Backup/lease.pdf; + Backup/payslip.txt", ""},
	{"replace spaces with dashes in the names of the pictures", "Screenshot 1.png > Screenshot-1.png; photo beach.jpg > photo-beach.jpg; photo dog.jpg > photo-dog.jpg", ""},
	{"what should I do with the lease?", "", ""},
	{"move the bills from before November 2025 to Old", "gas.txt > Old/gas.txt", ""},
	{"sort everything that is not a photo by file type", "Minutes (1).md > MD/*; Minutes.md > MD/*; budget.xlsx > XLSX/*; cafe.txt > TXT/*; gas.txt > TXT/*; lease.pdf > PDF/*; payslip.txt > TXT/*; scan 01.txt > TXT/*; song.mp3 > MP3/*; statement feb.txt > TXT/*; statement jan.txt > TXT/*; water.txt > TXT/*", ""},
	{"Never mind, leave it as it is", "", ""},
	{"show me the bills over 50 pounds", "", "water.txt (2025-11-03"},
	{"Bitte verschiebe die Kontoauszüge nicht in Taxes, sondern in Bank", "statement feb.txt > Bank/*; statement jan.txt > Bank/*", ""},
	{"Benenne die Gehaltsabrechnung in Lohn Februar um", "payslip.txt > Lohn Februar.txt", ""},
	{"Kopiere lease.pdf nach Sicherung und wirf song.mp3 weg", "+ Sicherung/lease.pdf; song.mp3 >", ""},
	{"Räum alles auf bis auf Rechnungen und Kontoauszüge", "cafe.txt > *Café*.txt; payslip.txt > *Muster*.txt", ""},
	{"Wie viel macht das alles zusammen?", "", ""},
	{"Leg alle JPGs in den Ordner Urlaub", "photo beach.jpg > Urlaub/photo beach.jpg; photo dog.jpg > Urlaub/photo dog.jpg", ""},
	{"Setze den Absender vor die Namen der Rechnungen", "gas.txt > Naturgy*gas.txt; scan 01.txt > Telekom*scan 01.txt; water.txt > Yorkshire Water*.txt", ""},
	{"Ich will nicht, dass du was löschst, sortier einfach die Rechnungen nach Jahr", "gas.txt > 2025/gas.txt; scan 01.txt > 2026/scan 01.txt; water.txt > 2025/water.txt", ""},
	{"Verschieb die Rechnungen aus 2025 nach Alt, den Rest lass so", "gas.txt > Alt/gas.txt; water.txt > Alt/water.txt", ""},
	{"Kannst du bitte die Dateien durchnummerieren, aber nur die JPGs", "photo beach.jpg > *1*.jpg; photo dog.jpg > *2*.jpg", ""},
	{"Ersetze photo durch Foto in den Dateinamen", "photo beach.jpg > Foto beach.jpg; photo dog.jpg > Foto dog.jpg", ""},
	{"Welche Rechnungen sind von der Telekom?", "", "scan 01.txt; -water.txt"},
	{"Druck mir den Mietvertrag aus", "", ""},
	{"Alles was älter als 2026 ist in den Ordner Archiv verschieben", "gas.txt > Archiv/gas.txt; water.txt > Archiv/water.txt", ""},
	{"Déplace les factures dans Payées, pas dans Bills", "gas.txt > Payées/gas.txt; scan 01.txt > Payées/scan 01.txt; water.txt > Payées/water.txt", ""},
	{"Renomme tout sauf les factures et les relevés, s'il te plaît", "cafe.txt > *Café*.txt; payslip.txt > *Muster*.txt", ""},
	{"combien font les factures de 2025 ?", "", "44.20; 61.00"},
	{"mets les jpg dans Vacances et supprime song.mp3", "photo beach.jpg > Vacances/photo beach.jpg; photo dog.jpg > Vacances/photo dog.jpg; song.mp3 >", ""},
	{"remplace les espaces par des tirets dans les noms des images", "Screenshot 1.png > Screenshot-1.png; photo beach.jpg > photo-beach.jpg; photo dog.jpg > photo-dog.jpg", ""},
	{"Mueve las facturas a Pagadas en lugar de Bills", "gas.txt > Pagadas/gas.txt; scan 01.txt > Pagadas/scan 01.txt; water.txt > Pagadas/water.txt", ""},
	{"¿Qué facturas son de 2025?", "", "gas.txt; water.txt; -scan 01.txt"},
	{"Ordena las facturas por año y remitente", "gas.txt > 2025/Naturgy*/gas.txt; scan 01.txt > 2026/Telekom*/scan 01.txt; water.txt > 2025/Yorkshire*/water.txt", ""},
	{"Copia la nómina a Banco", "+ Banco/payslip.txt", ""},
	{"Manda la nómina por correo a mi gestor", "", ""},
}

func TestLaterRequestsInAHouseholdDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, household, laterRequests, 0.8)
}
