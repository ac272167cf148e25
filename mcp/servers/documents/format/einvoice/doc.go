// Package einvoice reads invoices that are data: UBL and UN/CEFACT CII, in which
// XRechnung, Peppol, Factur-X and ZUGFeRD (also of version 1) are written.
//
// It imports packages format and archive, has no goroutine, and is safe from
// anywhere.
package einvoice
