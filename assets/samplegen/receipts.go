package main

// till sets a till receipt of width 600 pixels.
func till(rows []row, h int, ground, ink uint8) (*paper, error) {
	p := newPaper(600, h, 40, ground, ink)
	return p, p.set(rows)
}

// coffeeReceipt is an English receipt, photographed with some grain.
func coffeeReceipt(f *fonts) ([]byte, error) {
	text := style{f.mono, 28}
	p, err := till(join(
		centre(style{f.bold, 44}, "Harbour Coffee House"),
		centre(style{f.regular, 28}, "3 Pier Road, Whitby YO21 3PU", "VAT No GB 000 1234 56"),
		stroke(),
		centre(style{f.bold, 36}, "RECEIPT"),
		table(text, "2 Flat white", "6.40", "1 Carrot cake", "3.90", "1 Orange juice", "2.30"),
		stroke(),
		table(style{f.bold, 34}, "Total", "£12.60"),
		table(text, "Card", "£12.60", "Change", "£0.00"),
		space(20),
		lines(text, "Date: 14/03/2026 09:41", "Table 6   Served by Ivo"),
		space(20),
		centre(style{f.regular, 28}, "Thank you and see you soon!"),
	), 960, 244, 30)
	if err != nil {
		return nil, err
	}
	return asJPEG(withNoise(p.img, 3310, 14), 70)
}

// bakeryReceipt is a German receipt, turned by 90°.
func bakeryReceipt(f *fonts) ([]byte, error) {
	text := style{f.mono, 28}
	p, err := till(join(
		centre(style{f.bold, 50}, "Sonnenkorn GmbH"),
		centre(style{f.regular, 28}, "Bäckerei und Kaffee", "Lindenstraße 12, 04109 Leipzig"),
		stroke(),
		centre(style{f.bold, 38}, "KASSENBON"),
		table(text, "4 x Brötchen", "1,60", "1 x Roggenbrot", "4,35", "2 x Mohnkuchen", "3,90"),
		stroke(),
		table(style{f.bold, 36}, "Summe EUR", "9,85"),
		table(text, "Gegeben bar", "10,00", "Rückgeld", "0,15", "MwSt 7 % inkl.", "0,64"),
		space(20),
		lines(text, "Datum: 04.03.2026   08:12 Uhr", "Kasse 2   Bon 1187"),
		space(20),
		centre(style{f.regular, 28}, "Vielen Dank für Ihren Einkauf!", "Umtausch nur mit Kassenbon"),
	), 1060, 255, 20)
	if err != nil {
		return nil, err
	}
	return asJPEG(turned(withNoise(p.img, 3342, 6)), 72)
}

// hardwareReceipt is an American receipt, faded: grey on grey.
func hardwareReceipt(f *fonts) ([]byte, error) {
	text := style{f.mono, 28}
	p, err := till(join(
		centre(style{f.bold, 46}, "Pine Street Hardware"),
		centre(style{f.regular, 26}, "410 Pine Street, Ashford, OR 97520"),
		stroke(),
		centre(style{f.bold, 36}, "SALES RECEIPT"),
		lines(text, "Date: Feb 18, 2026"),
		table(text, "Wood screws 4x40", "8.49", "Paint brush set", "12.99", "Sandpaper 3x", "5.25", "Door hinge, brass", "19.44"),
		stroke(),
		table(style{f.bold, 34}, "Total USD", "$46.17"),
		table(text, "Cash", "$50.00", "Change", "$3.83"),
		space(20),
		centre(style{f.regular, 28}, "Returns within 30 days"),
	), 920, 214, 128)
	if err != nil {
		return nil, err
	}
	return asJPEG(withNoise(p.img, 2041, 4), 75)
}

// marketReceipt has a date of which day and month could be swapped, and
// nothing that would settle it.
func marketReceipt(f *fonts) ([]byte, error) {
	text := style{f.mono, 30}
	p, err := till(join(
		centre(style{f.bold, 50}, "Corner Market"),
		stroke(),
		centre(style{f.bold, 36}, "RECEIPT"),
		table(text, "Apples, red, 1 kg", "3.20", "Rice, long grain", "2.70", "Olive oil, 750 ml", "9.80", "Bread, wholemeal", "2.70"),
		stroke(),
		table(style{f.bold, 36}, "Total to pay", "18.40"),
		space(20),
		lines(style{f.bold, 32}, "05/12/2025", "Till 4"),
	), 760, 255, 0)
	if err != nil {
		return nil, err
	}
	return asPNG(p.img)
}

// ferryTicketAdult and ferryTicketBicycle come from one firm on one day, and
// are two tickets all the same.
func ferryTicketAdult(f *fonts) ([]byte, error) {
	return ferryTicket(f, 33110, "One adult", "Foot passenger, deck B", "EUR 14.00")
}

func ferryTicketBicycle(f *fonts) ([]byte, error) {
	return ferryTicket(f, 33111, "One bicycle", "Car deck, lane 3", "EUR 5.50")
}

func ferryTicket(f *fonts, seed uint64, fare, place, price string) ([]byte, error) {
	text := style{f.regular, 32}
	p, err := till(join(
		centre(style{f.bold, 52}, "Island Ferry Lines"),
		stroke(),
		centre(style{f.bold, 40}, "TICKET"),
		lines(text, "Date: 7 April 2026", "From Norddeich to Juist", fare, place),
		stroke(),
		table(style{f.bold, 36}, "Total", price),
		space(16),
		centre(style{f.regular, 28}, "Valid on the day of issue only"),
	), 760, 250, 24)
	if err != nil {
		return nil, err
	}
	return asJPEG(withNoise(p.img, seed, 5), 72)
}
