package main

import "testing"

// mixedRequests were written before any of them was made.
var mixedRequests = []request{
	{"rename everything but the invoices", "bon.txt > *; dollar.txt > *; vertrag.txt > *", ""},
	{"move all receipts over 50 dollars into Expenses", "dollar.txt > Expenses/dollar.txt", ""},
	{"put every invoice dated before 2024 into Archive", "strom.txt > Archive/strom.txt", ""},
	{"sort everything except the pictures into folders by year", "acme march.txt > 2024/acme march.txt; acme nov.txt > 20[0-9][0-9]/acme nov.txt; bon.txt > 2024/bon.txt; dollar.txt > 2024/dollar.txt; strom.txt > 2023/strom.txt; vertrag.txt > 2022/vertrag.txt", ""},
	{`add "paid " in front of the names of the Acme invoices`, "acme march.txt > paid acme march.txt; acme nov.txt > paid acme nov.txt", ""},
	{"which files did Acme send me?", "", "acme march.txt; acme nov.txt; -strom.txt"},
	{"make it nice like grandma would", "", ""},
	{"tidy the receipts and shred the contract", "", ""},
	{"rename Draft.md to Plans 2024.md", "Draft.md > Plans 2024.md", ""},
	{"put the duplicates into the bin", "", "Draft.md; \"yes\""},

	{"Benenne alles um, nur den Mietvertrag nicht", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *", ""},
	{"Verschiebe die Rechnungen von Acme aus 2024 nach Steuer 2024", "acme march.txt > Steuer 2024/acme march.txt", ""},
	{"Alle Belege unter 20 Euro in den Ordner Kleinkram", "bon.txt > Kleinkram/bon.txt", ""},
	{"Sortier die Rechnungen nach Absender in Ordner", "acme march.txt > [Aa]*/acme march.txt; acme nov.txt > [Aa]*/acme nov.txt; strom.txt > Stadtwerke*/strom.txt", ""},
	{"Häng „ bezahlt“ an die Namen der Rechnungen an", "acme march.txt > acme march bezahlt.txt; acme nov.txt > acme nov bezahlt.txt; strom.txt > strom bezahlt.txt", ""},
	{"Welche Dateien sind aus dem Jahr 2022?", "", "1 Datei:; vertrag.txt"},
	{"Lösch die Entwürfe, aber behalte Draft.md", "", ""},
	{"Mach bitte alles hübsch bunt", "", ""},
	{"Bilder bitte in den Ordner Fotos, den Rest nicht anfassen", "IMG_0001.png > Fotos/IMG_0001.png; IMG_0002.png > Fotos/IMG_0002.png", ""},
	{"Ersetze in allen Namen Leerzeichen durch Unterstriche", "Draft copy.md > Draft_copy.md; acme march.txt > acme_march.txt; acme nov.txt > acme_nov.txt", ""},

	{"Renomme tous les documents sauf le contrat de location", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *", ""},
	{"Déplace les factures de 2023 dans Archives", "strom.txt > Archives/strom.txt", ""},
	{"Mets les images dans un dossier Photos", "IMG_0001.png > Photos/IMG_0001.png; IMG_0002.png > Photos/IMG_0002.png", ""},
	{"Classe les documents par expéditeur", "acme march.txt > [Aa]*/acme march.txt; acme nov.txt > [Aa]*/acme nov.txt; bon.txt > REWE*/bon.txt; dollar.txt > Best*/dollar.txt; strom.txt > Stadtwerke*/strom.txt; vertrag.txt > Wohnbau*/vertrag.txt", ""},
	{"Quels reçus coûtent moins de 20 euros ?", "", "bon.txt; -acme march.txt"},
	{"Supprime IMG_0002.png", "IMG_0002.png >", ""},
	{"Renomme bon.txt en Courses février.txt", "bon.txt > Courses février.txt", ""},
	{"Ne touche à rien, dis-moi seulement ce que tu renommerais", "", "bon.txt"},
	{"Copie vertrag.txt dans Sauvegarde", "+ Sauvegarde/vertrag.txt", ""},
	{"Range les factures et brûle les reçus", "", ""},

	{"Ordena todo menos las fotos y los contratos", "acme march.txt > *; acme nov.txt > *; bon.txt > *; dollar.txt > *; strom.txt > *", ""},
	{"Mueve las facturas del año pasado a Impuestos", "acme nov.txt > Impuestos/acme nov.txt", ""},
	{"Pon en minúsculas los nombres de las imágenes", "IMG_0001.png > img_0001.png; IMG_0002.png > img_0002.png", ""},
	{"¿Qué documentos son de Stadtwerke?", "", "strom.txt; -acme march.txt"},
	{"Numera las fotos", "IMG_0001.png > 01 IMG_0001.png; IMG_0002.png > 02 IMG_0002.png", ""},
	{"Clasifica los recibos en carpetas por mes", "bon.txt > 2024/02/bon.txt; dollar.txt > 2024/01/dollar.txt", ""},
	{"Tira lease.pdf a la papelera", "lease.pdf >", ""},
	{"Deshaz lo último que hiciste", "", "deshacer; -entendido"},
	{"Renombra los archivos de Acme, pero no el de marzo", "acme nov.txt > *", ""},
	{"Haz magia con mis papeles", "", ""},
}

func TestMixedRequestsInFourLanguagesDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, papers, mixedRequests, 0.75)
}
