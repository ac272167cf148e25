package rules

// The words that requests are recognised by: lower case, a phrase a line,
// English then German. A phrase matches whole words.

// wordsForbidding say that nothing is to be changed, whatever else is said.
const wordsForbidding = wordsSuggesting + wordsProhibiting

// wordsSuggesting want no more than a proposal.
const wordsSuggesting = `
don't change anything
do not change anything
dont change anything
don't change any
without changing anything
don't rename anything
do not rename anything
don't rename any
don't touch anything
do not touch anything
don't move anything
do not move anything
change nothing
but change nothing
but don't change anything
but do not change anything
but don't rename anything
only suggest
just suggest
but only suggest
only propose
only show
only show me
just show me
but only as a dry run
only as a dry run
as a dry run
what would you
what you would
tell me what you would
show me what you would
how would you
how you would
suggest
propose
proposal
preview
dry run
nichts ändern
ändere nichts
aber nichts ändern
aber ändere nichts
benenne nichts um
aber benenne nichts um
ohne etwas zu ändern
nur vorschlagen
vorschlagen
vorschlag
vorschläge
schlage
schlag
was würdest du
wie würdest du
vorschau
`

// wordsProhibiting forbid a change of what is named behind them: all of it, or
// only some.
const wordsProhibiting = `
don't change
do not change
dont change
without changing
don't rename
do not rename
don't touch
do not touch
don't move
do not move
nicht ändern
nicht umbenennen
ohne zu ändern
`

// wordsTidying want files renamed or put in order.
const wordsTidying = `
tidy
tidying
rename
renaming
sort
sort out
organize
organise
clean up
clean this up
clear up
put in order
straighten
declutter
readable names
better names
proper names
good names
a better name
a proper name
a good name
names for
name for
names to
name these
process the inbox
aufräumen
räum
räume
sortieren
sortiere
sortier
umbenennen
umbenenne
umbenannt
benenne
benenn
ordnen
ordne
in ordnung bringen
bessere namen
lesbare namen
namen vor
namen für
`

// wordsUndoing want the last change taken back.
const wordsUndoing = `
undo
revert
roll back
rollback
take back
take it back
take that back
put back
put it back
put them back
put the files back
old names back
rename back
rename them back
rename it back
restore the names
restore the old names
rückgängig
zurücknehmen
nimm das zurück
nimm es zurück
alten namen
wiederherstellen
`

// wordsRemembering ask what was done before.
const wordsRemembering = `
history
what did you do
what did you change
what did you rename
what have you done
what have you changed
what was changed
what was renamed
last changes
recent changes
earlier changes
verlauf
was hast du gemacht
was hast du geändert
was wurde geändert
letzte änderungen
letzten änderungen
`

// wordsFinding look for a file.
const wordsFinding = `
find
search
look for
where is
where's
where are
locate
suche
such
finde
wo ist
wo sind
wo liegt
`

// wordsReading want what a file says.
const wordsReading = `
read
open
what does
what do
show the text
show me the text
text of
contents of
content of
summarize
summarise
lies
lese
lesen
was steht
inhalt
öffne
`

// wordsListing want to know what is there.
const wordsListing = `
list
show
what is in
what's in
whats in
what is inside
what's inside
what is here
what's here
what files
which files
what do i have
what have i got
how many
count
contents
look at
look into
see what
zeig
zeige
liste
auflisten
was ist in
was ist hier
was liegt
was befindet
welche dateien
was habe ich
wie viele
wieviele
zähle
`

// wordsAsking want to know what the assistant is good for.
const wordsAsking = `
what can you do
what do you do
what are you able
which tools
what tools
your tools
your abilities
your capabilities
how do you work
how can you help
you can do
was kannst du
welche werkzeuge
was machst du
wie kannst du helfen
du kannst
`

// wordsHelp ask the same when they are all that is said.
const wordsHelp = `
help
help me
hilfe
hilf mir
`

// wordsAgreeing accept what was proposed; they have to be most of the request.
const wordsAgreeing = `
yes
yes please
yes do it
do it
do that
go ahead
go on
apply it
apply the plan
apply
please do
looks good
sounds good
ok
okay
ok do it
make it so
ja
ja bitte
mach das
mach es
mach
tu das
gerne
einverstanden
anwenden
los
`

// wordsForHere mean the one in focus.
const wordsForHere = `
this
here
dieser
diesen
diesem
dieses
hier
`

// wordsInto come before the folder that files are to go to, wordsAs before the
// name that a file is to get, or before such a folder.
const (
	wordsInto = "into nach unter"
	wordsAs   = "to as zu als"
)

// wordsEmpty carry nothing that a file could be found by.
const wordsEmpty = `
a
all
an
and
any
called
can
could
file
files
document
documents
folder
for
from
i
in
is
it
me
my
named
of
on
please
the
that
there
this
to
you
with
alle
bitte
das
datei
dateien
dem
den
der
die
dokument
dokumente
ein
eine
einen
heißt
im
in
ist
liegt
mein
meine
meinen
mir
nach
namens
ordner
und
von
`
