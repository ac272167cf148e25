package documents

import (
	"runtime"
	"strings"
)

// InstallReader says how a computer with this system gets what reads pictures.
func InstallReader() string {
	switch runtime.GOOS {
	case "windows":
		return "Install the whole package of Deskhand, which reads pictures by itself, or Tesseract with its folder in PATH."
	case "darwin":
		return "Install Tesseract: brew install tesseract."
	}
	return "Install the package tesseract-ocr."
}

// InstallLanguage says how tesseract gets a language here.
func InstallLanguage() string {
	switch runtime.GOOS {
	case "windows":
		return "Install Tesseract with a language, such as English, and its folder in PATH."
	case "darwin":
		return "Install languages for it: brew install tesseract-lang."
	}
	return "Install a language for it, such as the package tesseract-ocr-eng."
}

// InstallTurning says how tesseract learns here which way up a page is.
func InstallTurning() string {
	switch runtime.GOOS {
	case "windows", "darwin":
		return "Add osd.traineddata to Tesseract's data, so that turned pages are read faster."
	}
	return "Install the package tesseract-ocr-osd, so that turned pages are read faster."
}

// InstallLanguages says which languages are missing, and how to get them here.
func InstallLanguages(missing []string) string {
	said := "Languages that are not installed: " + strings.Join(missing, ", ") + ". "
	switch {
	case runtime.GOOS == "windows":
		return said + "Install Tesseract with these languages, and its folder in PATH."
	case runtime.GOOS == "darwin":
		return said + InstallLanguage()
	case len(missing) == 0:
		return said + InstallLanguage()
	}
	return said + "Install the packages named like tesseract-ocr-" + missing[0] + "."
}
