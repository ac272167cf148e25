package rules

// What may be said in a request for a change beside what it is recognised by: a
// phrase a line, as in vocabulary.go. A word that is missing here costs an answer
// that says so; one too many may cost a change that nobody wanted. So nothing
// stands here that can leave a file out, pick one, or ask for something else.

// wordsCourtesy mean nothing.
const wordsCourtesy = `
please
kindly
hi
hello
hey
deskhand
thanks
thank you
now
again
can you
could you
will you
would you
can you please
help me
i want to
i want you to
i need you to
i'd like to
i'd like you to
i would like to
i would like you to
let's
lets
go ahead
have a look
and
me
for me
bitte
mal
doch
jetzt
hallo
danke
kannst du
könntest du
würdest du
magst du
hilf mir
ich möchte
ich will
und
mir
für mich
`

// wordsObjects mean the files that the request is made for.
const wordsObjects = `
the
my
our
these
those
this
that
them
it
files
documents
papers
things
stuff
mine
names
for the
for my
for these
for those
for this
for them
for it
die
der
das
den
dem
diese
diesen
dieser
diesem
dieses
meine
meinen
meiner
meinem
mein
es
sie
dateien
dokumente
unterlagen
papiere
sachen
namen
`

// wordsNamed come with a name, or mean the folder that the request is made in.
const wordsNamed = `
"
in "
inside "
from "
of "
for "
at "
into "
to "
as "
go to "
folder "
go
go through
read
at
look at
look into
up
give
in
in here
in there
in place
here
there
folder
directory
neatly
nicely
properly
better
aus "
von "
nach "
unter "
zu "
als "
ordner "
lies
gib
im
hier
auf
um
vor
diesen ordner
diesem ordner
dieser ordner
den ordner
der ordner
im ordner
meinen ordner
meinem ordner
meine ordner
ordentlich
`

// wordsWhole mean all of a folder. Beside the name of a file they say something
// that is not understood.
const wordsWhole = `
all
all of
all of it
everything
every
every file
every document
each
each file
each document
whole
entire
alle
allen
alles
jede datei
jedes dokument
ganze
ganzen
gesamten
sämtliche
`

// wordsOneFile mean one file, and are known where there is one.
const wordsOneFile = `
file
document
letter
invoice
receipt
bill
scan
photo
picture
datei
dokument
brief
rechnung
quittung
bild
foto
`

// wordsUndone mean the last change.
const wordsUndone = `
last
latest
change
changes
the move
rename
renaming
renames
batch
what you did
give
mach
mache
letzte
letzten
letzter
änderung
änderungen
umbenennung
umbenennen
`
