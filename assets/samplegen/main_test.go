package main

import (
	"archive/zip"
	"bytes"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const committed = "../sample"

func TestTheCommittedFolderIsWhatAFreshRunDraws(t *testing.T) {
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	fresh := readFolder(t, dir)
	kept := readFolder(t, committed)
	for name, data := range fresh {
		if !bytes.Equal(kept[name], data) {
			t.Errorf("%q differs: run go run ./assets/samplegen assets/sample", name)
		}
		delete(kept, name)
	}
	for name := range kept {
		t.Errorf("%q is in the folder, and is not drawn", name)
	}
}

func TestTheFolderIsSmall(t *testing.T) {
	total := 0
	for _, data := range readFolder(t, committed) {
		total += len(data)
	}
	if total > 1_500_000 {
		t.Errorf("%d bytes, want at most 1,500,000", total)
	}
}

func TestThePicturesDecode(t *testing.T) {
	for name, data := range readFolder(t, committed) {
		ext := filepath.Ext(name)
		if (ext != ".jpg" && ext != ".png") || name == "logo.png" {
			continue
		}
		if _, _, err := image.Decode(bytes.NewReader(data)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheAgreementIsAZipWithCoreProperties(t *testing.T) {
	data := readFolder(t, committed)["contract_neu.docx"]
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := z.Open("docProps/core.xml"); err != nil {
		t.Error(err)
	}
}

func TestTesseractReadsTheFactsOffThePictures(t *testing.T) {
	rows := []struct {
		file string
		want []string
	}{
		{"IMG_3310.jpg", []string{"Harbour Coffee House", "RECEIPT", "14/03/2026", "12.60"}},
		{"scan 12.png", []string{"Alder & Finch Ltd", "INVOICE", "AF-7731", "4 March 2026", "318.00"}},
		{"IMG_3342.jpg", []string{"Sonnenkorn GmbH", "KASSENBON", "04.03.2026", "9,85"}},
		{"IMG_2041.jpg", []string{"Pine Street Hardware", "Feb 18, 2026", "46.17"}},
		{"facture-1.png", []string{"Librairie Duval SARL", "FACTURE", "LD-2914", "6 avril 2026", "42,80"}},
		{"photo.png", []string{"Corner Market", "RECEIPT", "05/12/2025", "18.40"}},
		{"IMG_3311.jpg", []string{"Island Ferry Lines", "TICKET", "7 April 2026", "14.00"}},
		{"IMG_3311 (1).jpg", []string{"Island Ferry Lines", "TICKET", "7 April 2026", "5.50"}},
		{"Screenshot 2026-05-06 101533.png", []string{"Kitchen Plan", "6 May 2026"}},
	}
	for _, row := range rows {
		t.Run(row.file, func(t *testing.T) {
			text := tesseract(t, filepath.Join(committed, row.file))
			for _, want := range row.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in what was read:\n%s", want, text)
				}
			}
		})
	}
}

func tesseract(t *testing.T, path string) string {
	t.Helper()
	cmd := exec.Command("tesseract", path, "-", "--psm", "1")
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("tesseract: %v (install tesseract-ocr, tesseract-ocr-eng and tesseract-ocr-osd)", err)
	}
	return string(out)
}

func readFolder(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = data
	}
	return files
}
