package main

import "testing"

// freshRequests were written in four languages before a result was seen. Of them 35 went
// as wanted then, five were refused and none did harm.
var freshRequests = []request{
	{"put the duplicates aside", "", "Say \"yes\"; Duplicates"},
	{"move the duplicate files into a folder called Twice", "", "Say \"yes\"; Twice"},
	{"please rename just the Acme invoices", "acme march.txt > *; acme nov.txt > *", ""},
	{"everything from Acme goes into a folder Clients", "acme march.txt > Clients/acme march.txt; acme nov.txt > Clients/acme nov.txt", ""},
	{"rename all receipts but leave the one in dollars", "", ""},
	{"could you sort the receipts by month, please?", "bon.txt > 2024/02/bon.txt; dollar.txt > 2024/01/dollar.txt", ""},
	{"move all pictures except IMG_0002.png into Photos", "IMG_0001.png > Photos/IMG_0001.png", ""},
	{"rename the contract unless it is signed", "", ""},
	{"do not rename anything, just count the receipts", "", "2 files"},
	{"encrypt the contract", "", ""},
	{"shrink the photos", "", ""},
	{"tidy, but neither the photos nor lease.pdf", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *; vertrag.txt > *", ""},
	{"Leg die Duplikate beiseite", "", "„ja“; Duplikate"},
	{"Nur die Rechnungen von Acme bitte umbenennen", "acme march.txt > *; acme nov.txt > *", ""},
	{"Alle Rechnungen ausser denen von Acme umbenennen", "strom.txt > *", ""},
	{"Verschiebe die Bilder in den Ordner Fotos und lass IMG_0001.png liegen", "IMG_0002.png > Fotos/IMG_0002.png", ""},
	{"Schick die Rechnungen an meinen Steuerberater", "", ""},
	{"Sortiere die Quittungen nach Absender in Ordner", "bon.txt > REWE Markt GmbH/bon.txt; dollar.txt > Best Coffee Inc/dollar.txt", ""},
	{"Wie viele Quittungen habe ich?", "", "2 Dateien"},
	{"Benenne alles um, was keine Rechnung ist", "bon.txt > *; dollar.txt > *; vertrag.txt > *", ""},
	{"Räum auf, aber die Verträge bleiben, wie sie sind", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *", ""},
	{"Drucke die Rechnungen aus", "", ""},
	{"Mach die Namen der Bilder klein", "IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png", ""},
	{"Mets les doublons de côté", "", "« oui »; Doublons"},
	{"Ne renomme que les reçus", "bon.txt > *; dollar.txt > *", ""},
	{"Renomme tout sauf les photos et lease.pdf", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *; vertrag.txt > *", ""},
	{"Range les factures par expéditeur dans des dossiers", "acme march.txt > Acme Ltd/acme march.txt; acme nov.txt > Acme Ltd/acme nov.txt; strom.txt > Stadtwerke Musterstadt GmbH/strom.txt", ""},
	{"Déplace le contrat dans le dossier Logement", "vertrag.txt > Logement/vertrag.txt", ""},
	{"Ne touche à rien, dis-moi seulement ce que tu renommerais", "", ""},
	{"Imprime les factures", "", ""},
	{"Mets les factures de plus de 100 euros dans Grandes", "acme nov.txt > Grandes/acme nov.txt", ""},
	{"Supprime tout", "", ""},
	{"Pon los duplicados aparte", "", "«sí»; Duplicados"},
	{"Renombra todo excepto las facturas", "bon.txt > *; dollar.txt > *; vertrag.txt > *", ""},
	{"Mueve los recibos a la carpeta Compras", "bon.txt > Compras/bon.txt; dollar.txt > Compras/dollar.txt", ""},
	{"Ordena las facturas por año en carpetas", "acme march.txt > 2024/acme march.txt; acme nov.txt > */acme nov.txt; strom.txt > 2023/strom.txt", ""},
	{"No cambies nada, solo dime cuántos recibos hay", "", "2"},
	{"Comprime las fotos", "", ""},
	{"Renombra las facturas pero no toques strom.txt", "acme march.txt > *; acme nov.txt > *", ""},
	{"Borra las fotos menos IMG_0001.png", "", ""},
}

func TestRequestsInFourLanguagesDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, papers, freshRequests, 0.8)
}
