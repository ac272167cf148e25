package main

// The size of an A4 sheet at 150 dots an inch.
const (
	sheetWidth  = 1240
	sheetHeight = 1754
)

func sheet(rows []row) (*paper, error) {
	p := newPaper(sheetWidth, sheetHeight, 110, 255, 10)
	return p, p.set(rows)
}

// gardenInvoice is an English invoice from the scanner.
func gardenInvoice(f *fonts) ([]byte, error) {
	text := style{f.regular, 30}
	p, err := sheet(join(
		lines(style{f.bold, 60}, "Alder & Finch Ltd"),
		lines(style{f.regular, 28}, "Garden tools and repairs", "14 Mill Lane, Bristol BS1 4QT", "www.alderfinch.example"),
		stroke(),
		space(40),
		lines(style{f.bold, 48}, "INVOICE"),
		space(20),
		lines(text, "Invoice No: AF-7731", "Invoice date: 4 March 2026", "Due date: 3 April 2026"),
		space(50),
		lines(text, "Bill to:", "Marlow Print Works Ltd", "Ms Tessa Marlow", "8 Quay Street", "Bristol BS2 0AB"),
		space(50),
		stroke(),
		table(text, "Lawn mower service", "140.00", "Two replacement blades", "76.00", "Hedge trimmer, hire for 3 days", "49.00"),
		stroke(),
		table(text, "Subtotal", "265.00", "VAT 20 %", "53.00"),
		table(style{f.bold, 36}, "Total due", "GBP 318.00"),
		space(60),
		lines(text, "Please pay within 30 days. Thank you for your business."),
	))
	if err != nil {
		return nil, err
	}
	return asPNG(p.img)
}

// bookshopInvoice is a French invoice.
func bookshopInvoice(f *fonts) ([]byte, error) {
	text := style{f.regular, 30}
	p, err := sheet(join(
		lines(style{f.bold, 56}, "Librairie Duval SARL"),
		lines(style{f.regular, 28}, "27 rue des Tilleuls, 69003 Lyon", "Livres neufs et anciens"),
		stroke(),
		space(40),
		lines(style{f.bold, 48}, "FACTURE"),
		lines(text, "Facture No: LD-2914", "Date de facture : 6 avril 2026"),
		space(40),
		lines(text, "Client :", "Madame Odile Perrin", "5 avenue du Parc", "69006 Lyon"),
		space(50),
		stroke(),
		table(text, "Atlas des oiseaux", "28,50", "Le jardin en hiver", "12,00", "Frais de port", "2,30"),
		stroke(),
		table(style{f.bold, 36}, "Total TTC", "42,80 EUR"),
		space(60),
		lines(text, "Nous vous remercions de votre commande."),
	))
	if err != nil {
		return nil, err
	}
	return asPNG(p.img)
}

// insuranceStatement is a scanned PDF: two pages, pictures only.
func insuranceStatement(f *fonts) ([]byte, error) {
	text := style{f.regular, 32}
	first, err := sheet(join(
		lines(style{f.bold, 56}, "Meadow Mutual Insurance"),
		lines(style{f.regular, 28}, "200 Prospect Avenue, Fairview"),
		stroke(),
		space(50),
		lines(text, "To:", "Mr Rafael Ortega", "19 Orchard Close", "Fairview"),
		space(50),
		lines(style{f.bold, 46}, "Annual Statement"),
		lines(text, "Date: 22 January 2026", "Policy number: MM-40912"),
		space(40),
		lines(text, "Dear Mr Ortega,", "this is the statement of your home insurance for the year.",
			"Your date of birth on record is 3 May 1971.", "No claim was made. Your bonus grows to 40 percent."),
	))
	if err != nil {
		return nil, err
	}
	second, err := sheet(join(
		lines(style{f.bold, 40}, "Details of your policy"),
		stroke(),
		table(text, "Building", "412.00", "Contents", "96.50", "Glass", "21.50"),
		stroke(),
		table(style{f.bold, 36}, "Total", "530.00"),
		space(60),
		lines(text, "The next payment is due on 1 March 2026.", "Page 2 of 2"),
	))
	if err != nil {
		return nil, err
	}
	return scannedPDF(first, second)
}
