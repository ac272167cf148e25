// Package sheet writes tables of documents as files for spreadsheets: CSV and XLSX.
package sheet
