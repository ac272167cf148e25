// Package plan shows a plan, lets it be edited, asks for the one approval, and shows the
// receipt.
//
// It may import the kit, app's plain values, the vocabulary of agentcore, Fyne, and the
// theme and widgets of ui; no other page, and not the window. It belongs to the UI
// goroutine.
package plan
