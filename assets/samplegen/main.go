package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// file is one file of the sample folder.
type file struct {
	name string
	data []byte
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: samplegen DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "samplegen:", err)
		os.Exit(1)
	}
}

// write draws all files into dir, which is made if it is missing.
func write(dir string) error {
	files, err := drawAll()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// drawAll makes every file of the sample folder.
func drawAll() ([]file, error) {
	makers := []struct {
		name string
		make func(*fonts) ([]byte, error)
	}{
		{"IMG_3310.jpg", coffeeReceipt},
		{"scan 12.png", gardenInvoice},
		{"IMG_3342.jpg", bakeryReceipt},
		{"IMG_2041.jpg", hardwareReceipt},
		{"facture-1.png", bookshopInvoice},
		{"photo.png", marketReceipt},
		{"IMG_3311.jpg", ferryTicketAdult},
		{"IMG_3311 (1).jpg", ferryTicketBicycle},
		{"Scan_0004.pdf", insuranceStatement},
		{"document(7).pdf", utilityInvoice},
		{"Screenshot 2026-05-06 101533.png", sketchScreenshot},
		{"DSC_1187.jpg", landscapePhoto},
		{"contract_neu.docx", rentalAgreement},
		{"notes final FINAL.txt", clubMinutes},
		{"logo.png", pageSavedAsPicture},
		{"scan 13.pdf", emptyFile},
	}
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	files := make([]file, 0, len(makers))
	for _, m := range makers {
		data, err := m.make(f)
		if err != nil {
			return nil, fmt.Errorf("draw %s: %w", m.name, err)
		}
		files = append(files, file{m.name, data})
	}
	return files, nil
}
