package main

import "path/filepath"

// data are the components that no Go module declares. A name of a text is that
// of a file in assets/licences/texts, but for those of the project itself.
func data(root string) []component {
	rows := []struct {
		name  string
		texts []string
	}{
		{"The Go standard library and runtime", []string{"go.txt"}},
		{"Inter, the font", []string{"assets/fonts/OFL.txt"}},
		{"Material Design icons, inside Fyne", []string{"LICENSE"}},
		{"The empty font of Tesseract, in searchable PDFs", []string{"LICENSE"}},
		{"The vocabulary cl100k_base of OpenAI's tiktoken", []string{"tiktoken.txt"}},

		// go-pdfium embeds PDFium as WebAssembly, with what it is linked from.
		{"PDFium", []string{"pdfium.txt", "LICENSE"}},
		{"Abseil, inside PDFium", []string{"LICENSE"}},
		{"Anti-Grain Geometry 2.3, inside PDFium", []string{"agg.txt"}},
		{"Emscripten, inside PDFium", []string{"emscripten.txt"}},
		{"fast_float, inside PDFium", []string{"fast-float.txt"}},
		{"FreeType, inside PDFium", []string{"freetype.txt"}},
		{"ICU, inside PDFium", []string{"icu.txt"}},
		{"libjpeg-turbo, inside PDFium", []string{"libjpeg-turbo.txt", "libjpeg-turbo-ijg.txt"}},
		{"libpng, inside PDFium", []string{"libpng.txt"}},
		{"Little CMS, inside PDFium", []string{"lcms2.txt"}},
		{"libc++ and libc++abi of LLVM, inside PDFium", []string{"llvm.txt"}},
		{"musl, inside PDFium", []string{"musl.txt"}},
		{"OpenJPEG, inside PDFium", []string{"openjpeg.txt"}},
		{"zlib, inside PDFium", []string{"zlib.txt"}},

		// tesseract.js-core is Tesseract as WebAssembly, with what it is linked from.
		{"tesseract.js-core 7.0.0", []string{"LICENSE"}},
		{"Tesseract, inside tesseract.js-core", []string{"LICENSE"}},
		{"tessdata_fast, the English data of Tesseract", []string{"LICENSE"}},
		{"Emscripten, inside tesseract.js-core", []string{"emscripten.txt"}},
		{"giflib, inside tesseract.js-core", []string{"giflib.txt"}},
		{"Leptonica, inside tesseract.js-core", []string{"leptonica.txt"}},
		{"libc++ and libc++abi of LLVM, inside tesseract.js-core", []string{"llvm.txt"}},
		{"libjpeg, inside tesseract.js-core", []string{"libjpeg-turbo-ijg.txt"}},
		{"libpng, inside tesseract.js-core", []string{"libpng.txt"}},
		{"LibTIFF, inside tesseract.js-core", []string{"libtiff.txt"}},
		{"libwebp, inside tesseract.js-core", []string{"libwebp.txt"}},
		{"musl, inside tesseract.js-core", []string{"musl.txt"}},
		{"zlib, inside tesseract.js-core", []string{"zlib.txt"}},
	}
	all := make([]component, len(rows))
	for i, row := range rows {
		all[i].name = row.name
		for _, name := range row.texts {
			if name != "LICENSE" && filepath.Dir(name) == "." {
				name = filepath.Join(texts, name)
			}
			all[i].files = append(all[i].files, filepath.Join(root, name))
		}
	}
	return all
}
