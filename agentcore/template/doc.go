// Package template makes file names, and the folders for the files, from what is known of
// them:
//
//	{year}/{issuer|?Unknown}/{date} {kind}[ {number}]
//
// A part in braces is replaced by a fact about the file. Filters change how it is
// written:
// lower, |upper, |slug, |max:40, |date:DD.MM.YYYY; |?Unknown is used for an unknown part. A slash
// separates folders. A group in brackets vanishes if none of its parts is known. Literal
// braces and brackets are doubled.
//
// No value of a part can make a folder or lead out of one: every path element goes
// through package filename.
//
// The package imports agentcore/filename, agentcore/suggest and golang.org/x/text. It is
// pure: safe from any goroutine.
package template
