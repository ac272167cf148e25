// Package template makes the names of files, and the folders that they go to, out
// of what is known of them:
//
//	{year}/{issuer|?Unknown}/{date} {kind}[ {number}]
//
// A part in braces stands for what is known of a file. Filters behind it change
// how it is written: |lower, |upper, |slug, |max:40, |date:DD.MM.YYYY; |?Unknown
// stands where nothing is known. A slash is a folder. What is in brackets vanishes
// where none of its parts is known. A brace or bracket that is meant is doubled.
//
// Whatever a part's value is, it makes no folder and leads out of none: every
// element of a path goes through package filename.
//
// The package imports agentcore/filename, agentcore/suggest and golang.org/x/text.
// It is pure: safe from any goroutine.
package template
