package main

import "testing"

// office is a folder with papers in four languages, and folders in it.
func office() map[string]string {
	return map[string]string{
		"scan 01.txt":        "Telekom Deutschland GmbH\nRechnung\nRechnungsdatum: 12.01.2026\nRechnungsnummer: 8812\nGesamtbetrag 39,95 EUR\n",
		"scan 02.txt":        "Telekom Deutschland GmbH\nRechnung\nRechnungsdatum: 12.02.2026\nRechnungsnummer: 8904\nGesamtbetrag 39,95 EUR\n",
		"edf.txt":            "EDF SA\nFacture\nDate de facture : 03/05/2025\nFacture n° : F-220\nTotal TTC 88,40 EUR\n",
		"iberdrola.txt":      "Iberdrola Clientes S.A.\nFactura\nFecha de factura: 07/06/2025\nNúmero de factura: 5521\nTotal: 61,20 EUR\n",
		"bon.txt":            "REWE Markt GmbH\nReceipt\nDate: 2026-02-03\nTotal 9.99 EUR\n",
		"contract.txt":       "Wohnbau Nord GmbH\nMietvertrag\nDatum: 01.06.2022\n",
		"lease.pdf":          "no page",
		"IMG_0101.png":       "no picture",
		"IMG_0102.png":       "no picture either",
		"Notes.md":           "# Plans",
		"Notes copy.md":      "# Plans",
		"Taxes/IMG_0200.png": "no picture of taxes",
		"Taxes/w2.txt":       "Acme Ltd\nStatement\nDate: 2025-01-20\nTotal 900.00 EUR\n",
		"Old/plan.md":        "# Old plans",
	}
}

// officeRequests were written before the reader was looked at. Of them 37 went as wanted
// then, 22 were refused and one did harm.
var officeRequests = []request{
	{"rename the two Telekom bills and leave the rest as it is", "scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"tidy this folder but hands off the EDF one", "bon.txt > *REWE*.txt; contract.txt > *Wohnbau*.txt; iberdrola.txt > *Iberdrola*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"clean up the names, not the contract though", "bon.txt > *REWE*.txt; edf.txt > *EDF*.txt; iberdrola.txt > *Iberdrola*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"put the photos into Pictures, but IMG_0102.png stays where it is", "IMG_0101.png > Pictures/IMG_0101.png", ""},
	{"what did I pay Telekom in total?", "", ""},
	{"which of these is the most expensive?", "", ""},
	{"I moved the photos yesterday", "", ""},
	{"the invoices are already in order", "", ""},
	{"renmae the reciept", "bon.txt > *REWE*.txt", ""},
	{"move lease.pdf and contract.txt to Housing", "contract.txt > Housing/contract.txt; lease.pdf > Housing/lease.pdf", ""},
	{"move the documents from before 2026 into Archive", "contract.txt > Archive/contract.txt; edf.txt > Archive/edf.txt; iberdrola.txt > Archive/iberdrola.txt", ""},
	{"copy the REWE receipt to Groceries", "+ Groceries/bon.txt", ""},
	{"rename scan 01.txt to telekom january", "scan 01.txt > telekom january.txt", ""},
	{"don't move anything, just tell me what's in here", "", ""},
	{"if there are receipts over 5 euros from REWE, put them into Food, otherwise leave everything", "bon.txt > Food/bon.txt", ""},
	{"sort the invoices by sender", "edf.txt > EDF*/edf.txt; iberdrola.txt > Iberdrola*/iberdrola.txt; scan 01.txt > Telekom*/scan 01.txt; scan 02.txt > Telekom*/scan 02.txt", ""},
	{"make the names of the markdown files lowercase", "Notes copy.md > notes copy.md; Notes.md > notes.md", ""},
	{"throw away the copy of the notes", "Notes copy.md >", ""},
	{"get rid of Notes copy.md, keep Notes.md", "Notes copy.md >", ""},
	{"never touch lease.pdf", "", ""},
	{"from now on, put everything from Telekom into Phone", "", ""},
	{"always file EDF under Energy, except this one time", "", ""},
	{"rename everything that isn't from Telekom", "bon.txt > *REWE*.txt; contract.txt > *Wohnbau*.txt; edf.txt > *EDF*.txt; iberdrola.txt > *Iberdrola*.txt", ""},
	{"put 'Paid - ' in front of the names of the Telekom invoices", "scan 01.txt > Paid - scan 01.txt; scan 02.txt > Paid - scan 02.txt", ""},
	{"number the pictures", "IMG_0101.png > *1*.png; IMG_0102.png > *2*.png", ""},
	{"move photos from Taxes to Old", "Taxes/IMG_0200.png > Old/IMG_0200.png", ""},
	{"Räum auf, aber die Rechnungen von Telekom lass bitte so", "bon.txt > *REWE*.txt; contract.txt > *Wohnbau*.txt; edf.txt > *EDF*.txt; iberdrola.txt > *Iberdrola*.txt", ""},
	{"Verschiebe alle Bilder nach Fotos, ausser IMG_0101.png", "IMG_0102.png > Fotos/IMG_0102.png", ""},
	{"Benenne nur die Quittung um", "bon.txt > *REWE*.txt", ""},
	{"Habe ich den Mietvertrag schon umbenannt?", "", ""},
	{"Ich habe alle Rechnungen bezahlt", "", ""},
	{"Ab jetzt kommt alles von Telekom in den Ordner Telefon", "", ""},
	{"Lege die Rechnungen unter 50 Euro in Klein ab, aber nicht die von EDF", "scan 01.txt > Klein/scan 01.txt; scan 02.txt > Klein/scan 02.txt", ""},
	{"Was wäre, wenn ich alles umbenenne?", "", ""},
	{"Mach die PDFs weg", "lease.pdf >", ""},
	{"Sortiere die Rechnungen nach Jahr in Ordner", "edf.txt > 2025/edf.txt; iberdrola.txt > 2025/iberdrola.txt; scan 01.txt > 2026/scan 01.txt; scan 02.txt > 2026/scan 02.txt", ""},
	{"Bitte nichts löschen, nur die doppelten Dateien zeigen", "", "Notes"},
	{"Verschieb den Vertrag nach Wohnung und benenn ihn in Mietvertrag Nord um", "contract.txt > Wohnung/Mietvertrag Nord.txt", ""},
	{"Bennene die Rechnungne um", "edf.txt > *EDF*.txt; iberdrola.txt > *Iberdrola*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"Alles außer Fotos und Notizen umbenennen", "bon.txt > *REWE*.txt; contract.txt > *Wohnbau*.txt; edf.txt > *EDF*.txt; iberdrola.txt > *Iberdrola*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"Kopiere den Mietvertrag in den Ordner Sicherung", "+ Sicherung/contract.txt", ""},
	{"Entferne 'scan ' aus den Dateinamen", "scan 01.txt > 01.txt; scan 02.txt > 02.txt", ""},
	{"renomme toutes les factures sauf celle d'EDF", "iberdrola.txt > *Iberdrola*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"déplace les photos dans Images mais laisse IMG_0101.png", "IMG_0102.png > Images/IMG_0102.png", ""},
	{"combien de factures y a-t-il ?", "", "4"},
	{"j'ai déjà rangé les photos", "", ""},
	{"à partir de maintenant, mets tout ce qui vient de Telekom dans Téléphone", "", ""},
	{"ne touche pas au contrat et range le reste", "bon.txt > *REWE*.txt; edf.txt > *EDF*.txt; iberdrola.txt > *Iberdrola*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"classe les factures par année", "edf.txt > 2025/edf.txt; iberdrola.txt > 2025/iberdrola.txt; scan 01.txt > 2026/scan 01.txt; scan 02.txt > 2026/scan 02.txt", ""},
	{"mets les fichiers PDF à la corbeille", "lease.pdf >", ""},
	{"pourquoi la facture d'EDF s'appelle-t-elle edf ?", "", ""},
	{"renome le recu", "bon.txt > *REWE*.txt", ""},
	{"renombra todas las facturas menos la de Iberdrola", "edf.txt > *EDF*.txt; scan 01.txt > *Telekom*.txt; scan 02.txt > *Telekom*.txt", ""},
	{"mueve las fotos a Imágenes pero deja IMG_0102.png", "IMG_0101.png > Imágenes/IMG_0101.png", ""},
	{"¿cuántos archivos hay?", "", ""},
	{"ya he ordenado los recibos", "", ""},
	{"siempre pon lo de Telekom en Teléfono", "", ""},
	{"no borres nada", "", ""},
	{"copia el contrato a Casa", "+ Casa/contract.txt", ""},
	{"pon las facturas de más de 80 euros en Caras, salvo la de EDF", "", ""},
}

func TestRequestsInAnOfficeDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, office, officeRequests, 0.7)
}
