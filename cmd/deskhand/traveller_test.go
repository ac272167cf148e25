package main

import "testing"

// traveller is a folder of somebody's papers and pictures of a year, with one folder
// that is there.
func traveller() map[string]string {
	return map[string]string{
		"scan 7.txt":                "Vodafone GmbH\nRechnung\nRechnungsdatum: 15.01.2026\nRechnungsnummer: 5501\nMobilfunk\nGesamtbetrag 39,99 EUR\n",
		"scan 8.txt":                "Vodafone GmbH\nRechnung\nRechnungsdatum: 15.02.2026\nRechnungsnummer: 5602\nMobilfunk\nGesamtbetrag 39,99 EUR\n",
		"bread.txt":                 "Boulangerie Martin SARL\nFacture\nDate de facture : 08/12/2025\nNuméro de facture : 33\nTotal 18,40 EUR\n",
		"hotel.txt":                 "Hotel Astoria Ltd\nInvoice\nInvoice date: 2025-07-19\nInvoice number: 912\nTotal 640.00 EUR\n",
		"taxi.txt":                  "City Cabs Ltd\nReceipt\nDate: 2025-07-20\nTotal 23.50 GBP\n",
		"super.txt":                 "Mercadona S.A.\nRecibo\nFecha: 03/03/2026\nTotal: 54,10 EUR\n",
		"flat.txt":                  "Wohnbau Nord GmbH\nMietvertrag\nDatum: 01.06.2022\n",
		"IMG_3310.jpg":              "no picture",
		"IMG_3311.jpg":              "no picture either",
		"Screenshot 2026-05-06.png": "no picture of a screen",
		"trip.mp4":                  "no film",
		"song.mp3":                  "no sound",
		"table.xlsx":                "no sheet",
		"talk.pptx":                 "no talk",
		"old.zip":                   "no archive",
		"todo.md":                   "# Things",
		"todo copy.md":              "# Things",
		"Taxes/older.md":            "# Older",
	}
}

// What several of the requests do to the traveller's folder.
const (
	travelHome   = "scan 7.txt > Phone/scan 7.txt; scan 8.txt > Phone/scan 8.txt"
	travelNoBill = "flat.txt > *; super.txt > *; taxi.txt > *"
)

// travelRequests were written by somebody who had not seen the words that are known, nor
// a result: of them 33 went as wanted then, and one did harm, for a screenshot was taken
// for a photo.
var travelRequests = []request{
	{"hey can you put the two phone bills into one folder, call it Phone", travelHome, ""},
	{"everything in here needs decent names, except for the hotel thing", "bread.txt > *; flat.txt > *; scan 7.txt > *; scan 8.txt > *; super.txt > *; taxi.txt > *", ""},
	{"don't delete stuff, I only want to know what's from Vodafone", "", "scan 7.txt; scan 8.txt; -taxi.txt"},
	{"bin the zip", "old.zip >", ""},
	{"move the video and the song to Media", "song.mp3 > Media/song.mp3; trip.mp4 > Media/trip.mp4", ""},
	{"rename taxi.txt to Taxi London and leave the others be", "taxi.txt > Taxi London.txt", ""},
	{"sort receipts by year but not the one from Mercadona", "taxi.txt > 2025/taxi.txt", ""},
	{"pleas renmae the invoces", "", "rename the invoices"},
	{"I'd love it if the screenshots lived in their own folder", "Screenshot 2026-05-06.png > Screenshots/*", ""},
	{"put old.zip and todo copy.md in the trash, keep everything else", "old.zip >; todo copy.md >", ""},
	{"lowercase please, but only the photos", "IMG_3310.jpg > img_3310.jpg; IMG_3311.jpg > img_3311.jpg", ""},
	{"which of these cost me more than a hundred euros", "", "hotel.txt; -taxi.txt; -super.txt"},
	{"rename all except scan 7 and scan 8", "bread.txt > *; flat.txt > *; hotel.txt > *; super.txt > *; taxi.txt > *", ""},
	{"can you make the house warmer", "", ""},
	{"put all invoices in Paid and then lock the folder", "", ""},
	{"move the spreadsheet into Work, the presentation too", "table.xlsx > Work/table.xlsx; talk.pptx > Work/talk.pptx", ""},
	{"undo everything you did today", "", "undo"},
	{"anything that isn't a photo or a screenshot goes in Papers", "bread.txt > Papers/*; flat.txt > Papers/*; hotel.txt > Papers/*; old.zip > Papers/*; scan 7.txt > Papers/*; scan 8.txt > Papers/*; song.mp3 > Papers/*; super.txt > Papers/*; table.xlsx > Papers/*; talk.pptx > Papers/*; taxi.txt > Papers/*; todo copy.md > Papers/*; todo.md > Papers/*; trip.mp4 > Papers/*", ""},
	{"never mind", "", ""},
	{"stick \"2026 \" before the names of the Vodafone bills", "scan 7.txt > 2026 scan 7.txt; scan 8.txt > 2026 scan 8.txt", ""},

	{"Schieb die beiden Handyrechnungen bitte in den Ordner Handy", "scan 7.txt > Handy/scan 7.txt; scan 8.txt > Handy/scan 8.txt", ""},
	{"Mach mir für jeden Absender einen Ordner, aber die Fotos lässt du bitte, wo sie sind", "bread.txt > Boulangerie*/*; flat.txt > Wohnbau*/*; hotel.txt > Hotel*/*; scan 7.txt > Vodafone*/*; scan 8.txt > Vodafone*/*; super.txt > Mercadona*/*; taxi.txt > City*/*", ""},
	{"Nur die Hotelrechnung umbenennen, sonst nix", "hotel.txt > *", ""},
	{"Was hat das Taxi gekostet?", "", "taxi"},
	{"Alles außer dem Mietvertrag in den Ordner Ablage, danke!", "bread.txt > Ablage/*; hotel.txt > Ablage/*; scan 7.txt > Ablage/*; scan 8.txt > Ablage/*; song.mp3 > Ablage/*; super.txt > Ablage/*; taxi.txt > Ablage/*; trip.mp4 > Ablage/*", "8 Dateien wurden ausgelassen"},
	{"Benenne scan 7.txt in Vodafone Januar um", "scan 7.txt > Vodafone Januar.txt", ""},
	{"Bitte die Bilder löschen... ach nein, doch nicht", "", ""},
	{"Lösch alles, was älter als zwei Jahre ist, außer Verträgen", "", ""},
	{"Räum den Schreibtisch auf, aber Finger weg von den Rechnungen", travelNoBill, ""},
	{"sortir die quitungen nach monat", "", "quittungen nach monat"},
	{"Kannst du die Musik und die Videos nach Medien verschieben?", "song.mp3 > Medien/song.mp3; trip.mp4 > Medien/trip.mp4", ""},
	{"Gibt's was doppelt?", "", "todo.md"},
	{"Verschiebe die Rechnungen ins Archiv und schick mir eine Mail", "", ""},
	{"Mach aus allen Leerzeichen Bindestriche", "Screenshot 2026-05-06.png > Screenshot-2026-05-06.png; scan 7.txt > scan-7.txt; scan 8.txt > scan-8.txt; todo copy.md > todo-copy.md", ""},
	{"Die Rechnungen von Vodafone bleiben unangetastet, der Rest soll ordentlich heißen", "bread.txt > *; flat.txt > *; hotel.txt > *; super.txt > *; taxi.txt > *", ""},
	{"Wie viel hab ich 2025 ausgegeben?", "", "640.00"},

	{"Tu peux mettre les factures de Vodafone dans un dossier Téléphone s'il te plaît ?", "scan 7.txt > Téléphone/scan 7.txt; scan 8.txt > Téléphone/scan 8.txt", ""},
	{"Renomme tout, mais surtout pas le bail", "bread.txt > *; hotel.txt > *; scan 7.txt > *; scan 8.txt > *; super.txt > *; taxi.txt > *", ""},
	{"Jette old.zip à la poubelle", "old.zip >", ""},
	{"Mets la vidéo dans Vacances et la chanson dans Musique", "song.mp3 > Musique/song.mp3; trip.mp4 > Vacances/trip.mp4", ""},
	{"Ne déplace rien, je veux juste savoir combien de photos il y a", "", "2"},
	{"Classe les factures par année, sauf celle de l'hôtel", "bread.txt > 2025/bread.txt; scan 7.txt > 2026/scan 7.txt; scan 8.txt > 2026/scan 8.txt", ""},
	{"C'est quoi tout ça ?", "", "taxi.txt"},
	{"Enlève les doublons", "", "todo; oui"},
	{"Mets les noms des photos en minuscules", "IMG_3310.jpg > img_3310.jpg; IMG_3311.jpg > img_3311.jpg", ""},
	{"renomer les facture svp", "", "facture"},
	{"Traduis les contrats en anglais", "", ""},
	{"Tout ce qui vient de Boulangerie Martin va dans Pain", "bread.txt > Pain/bread.txt", ""},

	{"Por favor, mete las facturas de Vodafone en una carpeta Teléfono", "scan 7.txt > Teléfono/scan 7.txt; scan 8.txt > Teléfono/scan 8.txt", ""},
	{"Cambia el nombre de todo menos las fotos y el contrato", "bread.txt > *; hotel.txt > *; scan 7.txt > *; scan 8.txt > *; super.txt > *; taxi.txt > *", ""},
	{"¿Cuánto pagué por el hotel?", "", "640.00"},
	{"Tira todo lo que sea de 2025 a la basura, pero no el hotel", "", ""},
	{"Pasa los vídeos y la música a Medios", "song.mp3 > Medios/song.mp3; trip.mp4 > Medios/trip.mp4", ""},
	{"No toques nada", "", ""},
	{"Haz una carpeta por cada año", "bread.txt > 2025/*; flat.txt > 2022/*; hotel.txt > 2025/*; scan 7.txt > 2026/*; scan 8.txt > 2026/*; super.txt > 2026/*; taxi.txt > 2025/*", ""},
	{"Ponle a taxi.txt el nombre Taxi Londres", "taxi.txt > Taxi Londres.txt", ""},
	{"Quiero las capturas de pantalla en la carpeta Capturas", "Screenshot 2026-05-06.png > Capturas/*", ""},
	{"¿Hay archivos repetidos?", "", "todo.md"},
	{"Imprime el contrato y guarda las fotos en Fotos", "", ""},
	{"ordenar porfa las faturas por año", "", ""},
}

func TestRequestsOfATravellerDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, traveller, travelRequests, 0.85)
}

// moreTravelRequests were written when the reader had been changed for those above,
// before a result was seen: 26 went as wanted then, and none did harm.
var moreTravelRequests = []request{
	{"could you be so kind and put the hotel bill into a folder Trip", "hotel.txt > Trip/hotel.txt", ""},
	{"I don't need old.zip anymore, get rid of it", "old.zip >", ""},
	{"please sort everything apart from the invoices by month", "flat.txt > 2022/06/*; super.txt > 2026/03/*; taxi.txt > 2025/07/*", ""},
	{"rename hotel.txt to \"Hotel London\" and taxi.txt to \"Taxi London\"", "hotel.txt > Hotel London.txt; taxi.txt > Taxi London.txt", ""},
	{"the photos and the video go into Holiday, please", "IMG_3310.jpg > Holiday/*; IMG_3311.jpg > Holiday/*; trip.mp4 > Holiday/*", ""},
	{"keep your hands off the Vodafone bills but tidy the others", "bread.txt > *; flat.txt > *; hotel.txt > *; super.txt > *; taxi.txt > *", ""},
	{"show me what I bought in March 2026", "", "super.txt; -taxi.txt"},
	{"make a folder Music and put the song in it", "song.mp3 > Music/song.mp3", ""},
	{"empty this folder", "", ""},
	{"move everything but the lease to Archive and delete the photos", "", ""},
	{"is there anything from Mercadona?", "", "super.txt"},
	{"rename the files like this: date first, then the sender", "", ""},
	{"delete IMG_3310", "IMG_3310.jpg >", ""},
	{"don't you dare touch the photos, tidy the rest", "bread.txt > *; flat.txt > *; hotel.txt > *; scan 7.txt > *; scan 8.txt > *; super.txt > *; taxi.txt > *", ""},
	{"copy the contract and the hotel bill into Important", "+ Important/flat.txt; + Important/hotel.txt", ""},

	{"Kannst du bitte die Fotos in einen Ordner Urlaub tun und das Video auch?", "IMG_3310.jpg > Urlaub/*; IMG_3311.jpg > Urlaub/*; trip.mp4 > Urlaub/*", ""},
	{"Alle Rechnungen von 2025 ins Archiv", "", ""},
	{"Die Rechnungen bitte nach Absender sortieren, Vodafone aber nicht", "bread.txt > Boulangerie*/*; hotel.txt > Hotel*/*", ""},
	{"Bitte scan 7 und scan 8 in den Ordner Handy verschieben", "scan 7.txt > Handy/scan 7.txt; scan 8.txt > Handy/scan 8.txt", ""},
	{"Schmeiß die Doppelten weg", "", "todo; ja"},
	{"Ich möchte, dass alle Dateien klein geschrieben werden", "", ""},
	{"Was habe ich bei Mercadona bezahlt?", "", "54"},
	{"Lass alles so, nur das Taxi kannst du umbenennen", "", ""},
	{"Verschiebe Bilder und Musik, aber nicht IMG_3311.jpg, nach Privat", "IMG_3310.jpg > Privat/*; Screenshot 2026-05-06.png > Privat/*; song.mp3 > Privat/*", ""},
	{"Mach alles rückgängig was du heute gemacht hast", "", ""},

	{"Je voudrais que tu ranges les photos dans Vacances", "IMG_3310.jpg > Vacances/*; IMG_3311.jpg > Vacances/*", ""},
	{"Renomme le reçu du taxi, rien d'autre", "taxi.txt > *", ""},
	{"Combien j'ai payé à Vodafone ?", "", "79"},
	{"Mets tout dans Archives sauf les photos, la vidéo et la chanson", "bread.txt > Archives/*; flat.txt > Archives/*; hotel.txt > Archives/*; old.zip > Archives/*; scan 7.txt > Archives/*; scan 8.txt > Archives/*; super.txt > Archives/*; table.xlsx > Archives/*; talk.pptx > Archives/*; taxi.txt > Archives/*; todo copy.md > Archives/*; todo.md > Archives/*", ""},
	{"Supprime les captures d'écran", "Screenshot 2026-05-06.png >", ""},
	{"Tu peux me dire s'il y a des doublons ?", "", "todo.md"},
	{"Vide la corbeille", "", ""},

	{"Quiero que pongas las facturas de 2026 en Pagado", "scan 7.txt > Pagado/*; scan 8.txt > Pagado/*", ""},
	{"Ordena las facturas por remitente, excepto las de Vodafone", "bread.txt > Boulangerie*/*; hotel.txt > Hotel*/*", ""},
	{"Renombra solo el recibo del súper", "super.txt > *", ""},
	{"Manda las fotos a mi madre", "", ""},
	{"Elimina la captura de pantalla y mueve las fotos a Viaje", "IMG_3310.jpg > Viaje/*; IMG_3311.jpg > Viaje/*; Screenshot 2026-05-06.png >", ""},
	{"¿cuántos vídeos tengo?", "", "1"},
	{"No quiero que borres nada, solo ordena los recibos", "super.txt > *; taxi.txt > *", ""},
	{"Deja las facturas en paz y renombra lo demás", "flat.txt > *; super.txt > *; taxi.txt > *", ""},
}

func TestMoreRequestsOfATravellerDoWhatTheySayOrNothing(t *testing.T) {
	mustGoAsWanted(t, traveller, moreTravelRequests, 0.85)
}
