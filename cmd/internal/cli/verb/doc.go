// Package verb is what the commands in packages of their own run on.
package verb
