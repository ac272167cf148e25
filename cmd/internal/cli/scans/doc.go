// Package scans holds the verb ocr, which makes searchable PDFs and texts of scans.
package scans
